"""Makes the boards that the browser draws from the geography under boards/data/."""
