"""The place: tables over HTTP and WebSocket, stored durably, with bots at the empty seats."""
