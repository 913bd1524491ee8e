/** An address as an error asks for one, after "must be". */
export const ADDRESS_WORDS = 'an address of 0x and 40 hex digits, with the right capitals if mixed'
