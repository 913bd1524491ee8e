/** An event's detail that `JSON.stringify` can print, with bigints as decimal texts. */
export function printable<Detail>(detail: Detail): Detail {
  const toText = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)
  const toJSON = () => JSON.parse(JSON.stringify({ ...detail }, toText))
  Object.defineProperty(Object(detail), 'toJSON', { value: toJSON, configurable: true })
  return detail
}
