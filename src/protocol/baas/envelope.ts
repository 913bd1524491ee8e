import * as z from 'zod/mini'

/** One refused field of a body or query. `path` is dotted, empty for the whole. Source: profile 6. */
export const fieldErrorSchema = z.object({ path: z.string(), message: z.string() })
export type FieldError = z.infer<typeof fieldErrorSchema>

/** `content` of an error: the text for people, a stable word for programs. Source: spec "Errors"; profile 6. */
export const errorContentSchema = z.object({
  message: z.string(),
  code: z.optional(z.string()),
  errors: z.optional(z.array(fieldErrorSchema)),
})
export type ErrorContent = z.infer<typeof errorContentSchema>

/** The envelope of every answer around any content: `{ statusCode, content }`. Source: spec "Response envelope". */
export function envelopeSchema<Schema extends z.ZodMiniType>(content: Schema) {
  return z.object({ statusCode: z.number(), content })
}
