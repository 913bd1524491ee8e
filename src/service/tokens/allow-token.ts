import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { checksumAddress } from '#protocol/display/address.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { ORGANIZATION_TOKENS_MAX } from '#protocol/limits.ts'
import type { AllowTokenRequest, InspectedToken } from '#protocol/tokens.ts'
import { apiError, notFound } from '#server-kit/http/http-error.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import type { HasChain, HasClock, HasDatabase } from '#service/context-parts.ts'
import { requireRoom, type Transaction } from '#service/db/database.ts'
import { findRow } from '#service/db/find-row.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { lockOrganization } from '#service/organizations/organization.ts'
import { selectAllowed, organizationTokenAnswer } from './allowed-tokens.ts'
import { earlyCollectionError } from './early-collection.ts'
import { readTokenFacts } from './inspect-token.ts'

/**
 * `PUT /v1/org/tokens/{address}`: adds a token to the organization's verified tokens, with its name, symbol and logo.
 * The contract is read first, and it must have the standard that the request names. If the request has none of name,
 * symbol and logo, a default token is restored to the deployment's version (ADR 0006).
 *
 * @throws TOKEN_UNREADABLE if the contract does not have that standard
 * @throws VALIDATION_FAILED for a name or symbol that neither the request nor the contract has, or that has invisible
 * characters
 * @throws CONFLICT if the organization has too many tokens
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export const allowToken: Operation<'allowToken', HasChain & HasClock & HasDatabase> = async (
  ctx,
  caller,
  { params, body },
) => {
  const facts = await readTokenFacts(ctx.chain, checksumAddress(params.address))
  requireStandard(facts, body.standard)
  const token = { organization_id: caller.organizationId, address: facts.address.toLowerCase() }
  return ctx.db.transaction().execute(async (trx) => {
    await lockOrganization(trx, caller.organizationId)
    const isPlain = [body.name, body.symbol, body.logoUrl].every((word) => word === undefined)
    if (isPlain && (await isDefault(trx, token.address)))
      await deleteChange(trx, caller.organizationId, token.address)
    else {
      const values = { ...chooseWords(body, facts), removed: false, created_at: ctx.clock.now() }
      await requireRoom(trx, caller.organizationId, {
        table: 'organization_tokens',
        max: ORGANIZATION_TOKENS_MAX,
        except: sql`address = ${token.address}`,
        refusal: `An organization allows at most ${ORGANIZATION_TOKENS_MAX} tokens of its own. Remove one first.`,
      })
      await trx
        .insertInto('organization_tokens')
        .values({ id: randomUUID(), ...token, ...values })
        .onConflict((conflict) => conflict.columns(['organization_id', 'address']).doUpdateSet(values))
        .execute()
    }
    const row = await selectAllowed(trx, token.organization_id)
      .where('address', '=', token.address)
      .executeTakeFirstOrThrow()
    return organizationTokenAnswer(row)
  })
}

function requireStandard(facts: InspectedToken, standard: AllowTokenRequest['standard']): void {
  if (!facts.isContract) throw apiError('TOKEN_UNREADABLE', 'There is no contract at this address')
  if (facts.isEarlyCollection === true) throw earlyCollectionError()
  if (facts.standard !== standard) {
    const name = standard.replace('erc', 'ERC-')
    throw apiError('TOKEN_UNREADABLE', `The contract at this address does not respond like an ${name} token`)
  }
  if (standard === 'erc20' && facts.decimals === null) {
    throw apiError(
      'TOKEN_UNREADABLE',
      'The contract at this address does not report its decimals, so no amount could be shown',
    )
  }
}

function chooseWords(body: AllowTokenRequest, facts: InspectedToken) {
  return {
    standard: body.standard,
    name: chooseWord('name', body.name, facts.name),
    symbol: chooseWord('symbol', body.symbol, facts.symbol),
    // Items of collections have no decimals.
    decimals: body.standard === 'erc20' ? (facts.decimals ?? 0) : 0,
    logo_url: body.logoUrl ?? '',
  }
}

function chooseWord(field: 'name' | 'symbol', given: string | undefined, claimed: string | null): string {
  const word = given?.trim() ?? claimed ?? ''
  if (word === '') throw fieldError(field, 'is required, because the contract does not give one')
  if (given !== undefined && harmlessText(word, word.length).changed)
    throw fieldError(field, 'must not contain invisible characters')
  return word
}

/** Whether a token is on the deployment's default list. */
async function isDefault(trx: Transaction, address: string): Promise<boolean> {
  return (await findRow(trx, 'allowed_tokens', ['id'], { address })) !== undefined
}

/** Deletes an organization's change of a default token, or its own token. */
async function deleteChange(trx: Transaction, organizationId: string, address: string): Promise<void> {
  await trx
    .deleteFrom('organization_tokens')
    .where('organization_id', '=', organizationId)
    .where('address', '=', address)
    .execute()
}

/**
 * `DELETE /v1/org/tokens/{address}`: removes a token from the organization's verified tokens and returns it as
 * it was. A token of the default list can be restored later. The organization's own token is deleted (ADR
 * 0006).
 *
 * @throws NOT_FOUND for an address that is not on the list
 */
export const removeToken: Operation<'removeToken', HasClock & HasDatabase> = (
  ctx,
  { organizationId },
  input,
) => {
  const address = input.params.address.toLowerCase()
  return ctx.db.transaction().execute(async (trx) => {
    await lockOrganization(trx, organizationId)
    const row = await selectAllowed(trx, organizationId)
      .where('address', '=', address)
      .executeTakeFirstOrThrow(notFound)
    const wasDefault = await isDefault(trx, address)
    await deleteChange(trx, organizationId, address)
    if (wasDefault) {
      const { own: _own, position: _position, ...words } = row
      const removed = { ...words, id: randomUUID(), removed: true, created_at: ctx.clock.now() }
      await trx.insertInto('organization_tokens').values(removed).execute()
    }
    return organizationTokenAnswer(row, wasDefault)
  })
}
