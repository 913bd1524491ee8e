/** Linear sRGB of a color such as `#2150c0`, each from 0 to 1. */
export function linearRgb(hex: string): [red: number, green: number, blue: number] {
  const part = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

/** Relative luminance of linear sRGB, from 0 to 1 (WCAG 2.2). */
export function computeLuminance([red, green, blue]: readonly [number, number, number]): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two luminances, from 1 to 21 (WCAG 2.2). */
export function compareLuminances(one: number, other: number): number {
  const [light, dark] = one > other ? [one, other] : [other, one]
  return (light + 0.05) / (dark + 0.05)
}
