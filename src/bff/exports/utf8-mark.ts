/** By this mark before it a spreadsheet knows that a file is UTF-8. It is not stored: databases take it off a text. */
export const UTF8_MARK = new Uint8Array([0xef, 0xbb, 0xbf])
