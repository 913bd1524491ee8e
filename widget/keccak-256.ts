/*
 * Keccak-256 for the widget's bundle, where it stands for `@noble/hashes/sha3.js` (build/file-config.ts): the same
 * function at a quarter of the size. keccak-256.test.ts holds it against noble's. Lanes are two 32-bit halves, low
 * half first. Source: the Keccak reference 1.2; Ethereum's padding 0x01.
 */

/** Bytes absorbed at a time: 1600 bits less twice 256. */
const RATE = 136
const ROUNDS = 24

/** Keccak-256, as Ethereum uses it. */
export function keccak_256(message: Uint8Array): Uint8Array {
  const blocks = Math.floor(message.length / RATE) + 1
  const padded = new Uint8Array(blocks * RATE)
  padded.set(message)
  padded[message.length] = 0x01
  const input = new DataView(padded.buffer)
  input.setUint8(padded.length - 1, input.getUint8(padded.length - 1) | 0x80)
  const state = new DataView(new ArrayBuffer(200))
  for (let block = 0; block < padded.length; block += RATE) {
    for (let at = 0; at < RATE; at += 4) xor(state, at, input.getUint32(block + at, true))
    permute(state)
  }
  return new Uint8Array(state.buffer.slice(0, 32))
}

function get(state: DataView, at: number): number {
  return state.getUint32(at, true)
}

function xor(state: DataView, at: number, bits: number): void {
  state.setUint32(at, get(state, at) ^ bits, true)
}

/** Half of a lane rotated left: of `one`, the half wanted, and `other`, by 0 to 63 bits. */
function rotated(one: number, other: number, bits: number): number {
  if (bits > 31) return rotated(other, one, bits - 32)
  return bits === 0 ? one : (one << bits) | (other >>> (32 - bits))
}

function permute(state: DataView): void {
  let constant = 1
  for (let round = 0; round < ROUNDS; round += 1) {
    theta(state)
    rhoAndPi(state)
    chi(state)
    // Iota: the round's bits come from a shift register.
    for (let step = 0; step < 7; step += 1) {
      const bit = (1 << step) - 1
      if ((constant & 1) === 1) xor(state, bit > 31 ? 4 : 0, 1 << (bit & 31))
      constant = (constant << 1) ^ ((constant >> 7) * 0x171)
    }
  }
}

function theta(state: DataView): void {
  const columns: number[] = []
  for (let at = 0; at < 40; at += 4) {
    let parity = 0
    for (let row = 0; row < 200; row += 40) parity ^= get(state, at + row)
    columns.push(parity)
  }
  const column = (index: number) => columns[index % 10] ?? 0
  for (let half = 0; half < 10; half += 1) {
    const next = half + 2
    const bits = column(half + 8) ^ rotated(column(next), column(next ^ 1), 1)
    for (let row = 0; row < 200; row += 40) xor(state, 4 * half + row, bits)
  }
}

function rhoAndPi(state: DataView): void {
  let [x, y] = [1, 0]
  let low = get(state, 8)
  let high = get(state, 12)
  for (let step = 1; step < 25; step += 1) {
    ;[x, y] = [y, (2 * x + 3 * y) % 5]
    const at = 8 * (x + 5 * y)
    const bits = ((step * (step + 1)) / 2) % 64
    const [nextLow, nextHigh] = [get(state, at), get(state, at + 4)]
    state.setUint32(at, rotated(low, high, bits), true)
    state.setUint32(at + 4, rotated(high, low, bits), true)
    low = nextLow
    high = nextHigh
  }
}

function chi(state: DataView): void {
  for (let row = 0; row < 200; row += 40) {
    const lanes: number[] = []
    for (let at = 0; at < 40; at += 4) lanes.push(get(state, row + at))
    const lane = (index: number) => lanes[index % 10] ?? 0
    for (let half = 0; half < 10; half += 1) xor(state, row + 4 * half, ~lane(half + 2) & lane(half + 4))
  }
}
