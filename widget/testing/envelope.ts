/** A response in the service's envelope. */
export function envelope(status: number, content: unknown, headers: Record<string, string> = {}): Response {
  return Response.json({ statusCode: status, content }, { status, headers })
}

/** An error response in the service's envelope. */
export function refusal(status: number, code: string, message = code): Response {
  return envelope(status, { message, code })
}
