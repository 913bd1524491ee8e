/** Description of a valid address in errors, after "must be". */
export const ADDRESS_WORDS = 'an address of 0x and 40 hex digits, with the right capitals if mixed'
