"""The application: start-up, settings, tables, clocks, scenes and pictures, the sandbox."""
