import { either, flag, is, listOf, object, oneOf, optional, text } from '#widget/checks.ts'

const address = text(/^0x[0-9a-fA-F]{40}$/)
const datetime = text(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/)
const name = text()

const addressLike = either(
  object({ as: is('used'), address }),
  either(object({ as: is('payee'), name }), object({ as: is('organization'), address, name })),
)

/** Check of `POST /addresses/lookup`: verified names, similar addresses and last use of recipients. */
export const areLookedUp = object({
  addresses: listOf(
    object({
      address,
      payeeName: either(oneOf([null]), name),
      looksLike: either(oneOf([null]), addressLike),
      lastUsedAtDatetime: optional(either(oneOf([null]), datetime)),
    }),
  ),
  isWholeHistory: optional(flag),
})
