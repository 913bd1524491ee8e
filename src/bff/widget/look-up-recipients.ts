import type * as z from 'zod/mini'
import { findKnownAddresses } from '#bff/address-book/find-known-addresses.ts'
import { readSavedLookAlikes } from '#bff/address-book/saved-look-alikes.ts'
import type { CallsService, HasDatabase } from '#bff/context-parts.ts'
import { answer } from '#bff/http/exchange.ts'
import { lookUpAddresses } from '#bff/upstream/look-up-addresses.ts'
import {
  type KnownAddress,
  type WidgetAddress,
  widgetAddressesSchema,
  type WidgetAddresses,
  widgetLookUpRequestSchema,
} from '#protocol/addresses.ts'
import { checksumAddress, sameAddress } from '#protocol/display/address.ts'
import { findLookAlike } from '#protocol/display/lookalike-address.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { requireTokenWallet } from './token-wallets.ts'
import type { WidgetAsked, WidgetHandler } from './widget-token.ts'

/** This path exists only for the widget, because the names come from this deployment's address book. */
export const LOOK_UP_RECIPIENTS = {
  method: 'POST',
  path: '/addresses/lookup',
  scope: null,
  body: widgetLookUpRequestSchema,
  answer: widgetAddressesSchema,
  summary: 'Look up verified names, look-alikes and the last use of recipients',
} as const satisfies Endpoint

/**
 * `POST /api/widget/addresses/lookup`, for the confirm screen (ADR 0025). Returns to an end-user only addresses that
 * their own wallet used, and names that the organization verified for payers. With more facts, anyone who may look up
 * an address could list other wallets and names. At the console the person is a member, who may see everything.
 *
 * @throws WALLET_NOT_OWNED
 */
export const lookUpRecipients: WidgetHandler<typeof LOOK_UP_RECIPIENTS, CallsService & HasDatabase> = async ({
  body,
  ...asked
}) => {
  await requireTokenWallet(asked, body.walletAddress)
  const { ctx, token } = asked
  const saved = await readSavedLookAlikes(ctx, token.organization.id, body.addresses)
  const payees = saved.flatMap(({ address, payeeName }) =>
    payeeName === null ? [] : [{ address, name: payeeName }],
  )
  const lookUp = token.admin === null ? lookUpForUser : lookUpForMember
  return answer(await lookUp(asked, body, payees))
}

type Body = z.output<typeof widgetLookUpRequestSchema>
type Payee = { address: string; name: string }

async function lookUpForUser(
  { ctx, token }: WidgetAsked<CallsService & HasDatabase>,
  body: Body,
  payees: Payee[],
): Promise<WidgetAddresses> {
  const found = await lookUpAddresses(ctx, token.organization, body)
  return {
    ...(found.isWholeHistory !== undefined && { isWholeHistory: found.isWholeHistory }),
    addresses: found.addresses.map(({ address, lastUsedAtDatetime, looksLikeUsed }): WidgetAddress => {
      const payeeName = findName(payees, address)
      const payee = findLookAlike(address, payees)
      const isNew = payeeName === null && lastUsedAtDatetime === null
      const used = isNew && looksLikeUsed ? ({ as: 'used', address: looksLikeUsed } as const) : null
      return {
        address: checksumAddress(address),
        payeeName,
        looksLike: payeeName === null && payee !== undefined ? { as: 'payee', name: payee.name } : used,
        ...(lastUsedAtDatetime !== undefined && { lastUsedAtDatetime }),
      }
    }),
  }
}

async function lookUpForMember(
  { ctx, token }: WidgetAsked<CallsService & HasDatabase>,
  body: Body,
  payees: Payee[],
): Promise<WidgetAddresses> {
  const { addresses, isWholeHistory } = await findKnownAddresses(ctx, token.organization, body)
  return {
    ...(isWholeHistory !== undefined && { isWholeHistory }),
    addresses: addresses.map(({ address, looksLike, lastUsedAtDatetime }): WidgetAddress => ({
      address,
      payeeName: findName(payees, address),
      looksLike: looksLike && memberLookAlike(looksLike),
      ...(lastUsedAtDatetime !== undefined && { lastUsedAtDatetime }),
    })),
  }
}

type LookAlike = NonNullable<KnownAddress['looksLike']>

function memberLookAlike({ from, address, name }: LookAlike): WidgetAddress['looksLike'] {
  return from === 'used' ? { as: 'used', address } : { as: 'organization', address, name }
}

function findName(payees: readonly Payee[], address: string): string | null {
  return payees.find((payee) => sameAddress(payee.address, address))?.name ?? null
}
