"""Games that last weeks: pace and absence, votes, notices, standing orders, deals, and what stays afterwards."""
