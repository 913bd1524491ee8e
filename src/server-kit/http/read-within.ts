/** Thrown if another server's response has more bytes than its reader allows. */
export class ResponseTooLongError extends Error {
  override name = 'ResponseTooLongError'
}

/** Reads the whole body of another server's response. @throws ResponseTooLongError above `bytesMax`, and ends the response */
export async function readWithin(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.byteLength
    if (length > bytesMax) throw new ResponseTooLongError(`the response has more than ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
