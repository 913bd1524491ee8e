/*
 * The QR code of one address, and nothing more general: 42 bytes fill version 3 at level M to the last, so size,
 * error correction and format are fixed. Mask 0 always: readers accept any. Source: ISO/IEC 18004.
 */

/** Modules on a side. */
export const QR_SIZE = 29
const ADDRESS_LENGTH = 42
const DATA_CODEWORDS = 44
const CORRECTION_CODEWORDS = 26
/** Level M, mask 0, with its error correction and the standard's own mask. */
const FORMAT = 0b101010000010010
const ALIGNMENT_CENTER = 22

type Grid = (boolean | undefined)[][]

/** Rows of modules, `true` is dark, without the quiet zone. Throws `RangeError` unless the text is 42 ASCII characters. */
export function addressQr(address: string): boolean[][] {
  if (!/^[\x20-\x7e]{42}$/.test(address)) throw new RangeError('must be 42 ASCII characters')
  const grid: Grid = Array.from({ length: QR_SIZE }, () => Array.from({ length: QR_SIZE }, () => undefined))
  drawPatterns(grid)
  const data = dataCodewords(address)
  drawData(grid, [...data, ...correctionCodewords(data)])
  return grid.map((row) => row.map((dark) => dark === true))
}

function set(grid: Grid, row: number, column: number, dark: boolean): void {
  const cells = grid[row]
  if (cells !== undefined && column >= 0 && column < QR_SIZE) cells[column] = dark
}

function drawPatterns(grid: Grid): void {
  const last = QR_SIZE - 1
  for (let index = 0; index < QR_SIZE; index += 1) {
    set(grid, 6, index, index % 2 === 0)
    set(grid, index, 6, index % 2 === 0)
  }
  for (const [row, column] of [
    [3, 3],
    [3, last - 3],
    [last - 3, 3],
  ] as const)
    drawSquares(grid, row, column, 4)
  drawSquares(grid, ALIGNMENT_CENTER, ALIGNMENT_CENTER, 2)
  for (let bit = 0; bit < 15; bit += 1) {
    const dark = ((FORMAT >> bit) & 1) === 1
    set(grid, bit < 6 ? bit : bit < 8 ? bit + 1 : QR_SIZE - 15 + bit, 8, dark)
    set(grid, 8, bit < 8 ? last - bit : bit === 8 ? 7 : 14 - bit, dark)
  }
  set(grid, QR_SIZE - 8, 8, true)
}

/** A finder with its separator (radius 4), or the alignment pattern (radius 2): rings around a dark centre. */
function drawSquares(grid: Grid, centerRow: number, centerColumn: number, radius: number): void {
  for (let y = -radius; y <= radius; y += 1) {
    for (let x = -radius; x <= radius; x += 1) {
      const ring = Math.max(Math.abs(x), Math.abs(y))
      set(grid, centerRow + y, centerColumn + x, radius === 4 ? ring !== 2 && ring !== 4 : ring !== 1)
    }
  }
}

function dataCodewords(address: string): number[] {
  const nibbles = [4, ADDRESS_LENGTH >> 4, ADDRESS_LENGTH & 15]
  for (const character of address) {
    const code = character.charCodeAt(0)
    nibbles.push(code >> 4, code & 15)
  }
  nibbles.push(0)
  return Array.from(
    { length: DATA_CODEWORDS },
    (_, index) => at(nibbles, 2 * index) * 16 + at(nibbles, 2 * index + 1),
  )
}

/** Reed-Solomon over GF(256) with the polynomial 0x11d. */
function correctionCodewords(data: readonly number[]): number[] {
  const generator: number[] = Array.from({ length: CORRECTION_CODEWORDS }, () => 0)
  generator[CORRECTION_CODEWORDS - 1] = 1
  let root = 1
  for (let degree = 0; degree < CORRECTION_CODEWORDS; degree += 1) {
    for (let index = 0; index < CORRECTION_CODEWORDS; index += 1) {
      generator[index] = multiply(at(generator, index), root) ^ at(generator, index + 1)
    }
    root = multiply(root, 2)
  }
  const rest: number[] = Array.from({ length: CORRECTION_CODEWORDS }, () => 0)
  for (const codeword of data) {
    const factor = codeword ^ at(rest, 0)
    rest.shift()
    rest.push(0)
    generator.forEach((coefficient, index) => (rest[index] = at(rest, index) ^ multiply(coefficient, factor)))
  }
  return rest
}

function multiply(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((other >> bit) & 1) * one
  }
  return product
}

/** Two columns at a time from the right, up and down in turn, around what is drawn already. */
function drawData(grid: Grid, codewords: readonly number[]): void {
  let bit = 0
  for (let right = QR_SIZE - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    const upward = ((right + 1) & 2) === 0
    for (let step = 0; step < QR_SIZE; step += 1) {
      const row = upward ? QR_SIZE - 1 - step : step
      for (const column of [right, right - 1]) {
        if (grid[row]?.[column] !== undefined) continue
        const dark = ((at(codewords, bit >> 3) >> (7 - (bit & 7))) & 1) === 1
        set(grid, row, column, dark !== ((row + column) % 2 === 0))
        bit += 1
      }
    }
  }
}

function at(numbers: readonly number[], index: number): number {
  return numbers[index] ?? 0
}
