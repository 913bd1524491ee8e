import type { Pixels } from './read-pixels.ts'

/** Number of hues that are told apart. */
const HUES = 24
/** Difference between a pixel's strongest and weakest channel below which it counts as gray. */
const CHROMA_MIN = 40
/** Opacity from which a pixel counts. */
const ALPHA_MIN = 128
/** Average chroma of one hue over all opaque pixels below which a picture has no color of its own. */
const SHARE_MIN = 6
/**
 * Luminances between which a color has a contrast of at least 3:1 on the light and on the dark surfaces
 * (`protocol/theme/tokens.css`).
 */
const LUMINANCE = { min: 0.16, max: 0.29 }

type Color = [red: number, green: number, blue: number]

/**
 * Finds the accent color in a logo: the hue with the most color, made dark or light enough for buttons in both schemes.
 * Undefined for a gray picture.
 *
 * @returns a color such as `#2150c0`
 */
export function findAccent(pixels: Pixels): string | undefined {
  const color = findStrongest(pixels)
  return color && toHex(limitLuminance(color.map(toLinear)))
}

/** Finds the average color of the strongest hue. Strong colors count more. */
function findStrongest({ bytes, pixelBytes }: Pixels): Color | undefined {
  const hues = [...Array<undefined>(HUES)].map(() => ({ weight: 0, sum: [0, 0, 0] satisfies Color }))
  let opaque = 0
  for (let at = 0; at < bytes.length; at += pixelBytes) {
    if (pixelBytes === 4 && (bytes[at + 3] ?? 0) < ALPHA_MIN) continue
    opaque += 1
    const [red, green, blue] = [bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0]
    const chroma = Math.max(red, green, blue) - Math.min(red, green, blue)
    const hue = hues[Math.floor(findHue(red, green, blue, chroma) * HUES) % HUES]
    if (chroma < CHROMA_MIN || hue === undefined) continue
    hue.weight += chroma
    hue.sum = [hue.sum[0] + red * chroma, hue.sum[1] + green * chroma, hue.sum[2] + blue * chroma]
  }
  const best = hues.reduce((one, other) => (other.weight > one.weight ? other : one))
  if (best.weight === 0 || best.weight < opaque * SHARE_MIN) return undefined
  const [red, green, blue] = best.sum
  return [red / best.weight, green / best.weight, blue / best.weight]
}

/** The hue on a circle of length 1. */
function findHue(red: number, green: number, blue: number, chroma: number): number {
  if (chroma === 0) return 0
  const strongest = Math.max(red, green, blue)
  if (strongest === red) return ((green - blue) / chroma / 6 + 1) % 1
  if (strongest === green) return ((blue - red) / chroma + 2) / 6
  return ((red - green) / chroma + 4) / 6
}

/** The linear value of an sRGB channel. Source: WCAG 2.2, relative luminance. */
function toLinear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function limitLuminance([red = 0, green = 0, blue = 0]: readonly number[]): number[] {
  const linear = [red, green, blue]
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  if (luminance > LUMINANCE.max) return linear.map((channel) => (channel * LUMINANCE.max) / luminance)
  if (luminance >= LUMINANCE.min) return linear
  // Mixes with white.
  const white = (LUMINANCE.min - luminance) / (1 - luminance)
  return linear.map((channel) => channel + (1 - channel) * white)
}

function toHex(linear: readonly number[]): string {
  const channels = linear.map((channel) => {
    const share = channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055
    return Math.round(Math.min(1, Math.max(0, share)) * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}
