"""Parts of messages: components, modals, forms, notices."""
