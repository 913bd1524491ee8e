import type { CustomFetch } from 'openid-client'
import { readWithin } from '#server-kit/http/read-within.ts'

/** Statuses whose responses have no body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/** Maximum length of a response in bytes. Configurations, keys and tokens have a few kilobytes. */
const BYTES_MAX = 1024 * 1024

/**
 * Fetches for openid-client, and tolerates responses that the library would refuse. Removes members by which
 * providers mean "no value": null anywhere, and empty text at the top level of the response (tailscale 16073). Also
 * accepts JSON with another media type, and a success status other than 200. The library still verifies all tokens.
 */
export const readLeniently: CustomFetch = async (url, { body, ...options }) => {
  const response = await fetch(url, { ...options, ...(body !== undefined && { body }) })
  if (BODILESS.has(response.status) || response.body === null) return response
  const text = new TextDecoder().decode(await readWithin(response.body, BYTES_MAX))
  const headers = new Headers(response.headers)
  // These headers describe the body as the provider sent it.
  for (const name of ['content-length', 'content-encoding']) headers.delete(name)
  const status = response.ok ? 200 : response.status
  const json = readObject(text)
  if (json === undefined) return new Response(text, { status: response.status, headers })
  headers.set('content-type', 'application/json')
  return new Response(JSON.stringify(json), { status, headers })
}

/** Parses the response without its empty members. Undefined if the text is not a JSON object. */
function readObject(text: string): object | undefined {
  try {
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ''), (_, value: unknown) => value ?? undefined)
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined
    return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== ''))
  } catch {
    return undefined
  }
}
