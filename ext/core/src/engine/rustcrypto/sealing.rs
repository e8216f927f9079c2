//! XSalsa20-Poly1305.
