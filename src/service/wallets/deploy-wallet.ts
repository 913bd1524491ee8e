import { randomUUID } from 'node:crypto'
import type { CreateWalletRequest } from '#protocol/create-wallet.ts'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { encodeDeployCall } from '#service/chain/factory-contract.ts'
import type { HasChain, HasClock, HasRelay } from '#service/context-parts.ts'
import type { CheckedCode } from '#service/email/check-code.ts'
import { spendCode } from '#service/email/verification-code.ts'
import type { WalletKey } from './predict-wallet.ts'
import type { Creation } from './stored-creation.ts'

type Deployment = {
  organizationId: string
  key: WalletKey
  code: CheckedCode
  body: CreateWalletRequest
  hmac: string
}

/**
 * Sends the deployment through the factory. One database transaction stores the signed deployment, uses the code
 * and links the wallet to the organization and its user. A crash leaves all of this stored or nothing. The relayer
 * sends a stored deployment.
 *
 * @throws INVALID_VERIFICATION_CODE or WALLET_ALREADY_DEPLOYED if another creation was faster
 * @throws GAS_BUDGET_EXHAUSTED if the organization's gas of the day is used up; nothing is stored
 * @throws TRANSACTION_REVERTS if the deployment fails in simulation; nothing is stored
 */
export async function deployWallet(
  ctx: HasChain & HasClock & HasRelay,
  deployment: Deployment,
): Promise<Creation> {
  const { organizationId, key, code, body, hmac } = deployment
  const walletId = randomUUID()
  const relayed = await ctx.relay.submit({
    purpose: 'wallet',
    to: ctx.chain.factory,
    data: encodeDeployCall(key),
    organizationId,
    onSigned: async (trx, signed) => {
      await spendCode(trx, code.verificationId, ctx.clock.now())
      const linked = await trx
        .insertInto('wallets')
        .values({
          id: walletId,
          organization_id: organizationId,
          address: key.address.toLowerCase(),
          qx: coordinateHex(key.qx),
          qy: coordinateHex(key.qy),
          rp_id_hash: key.rpIdHash,
          label: body.label ?? '',
          external_user_id: body.externalUserId ?? '',
          external_user_label: body.externalUserLabel ?? '',
          email: code.email,
          backup_address: body.backupAddress?.toLowerCase() ?? null,
          with_fee: body.withFee ?? false,
          status: 'submitted',
          relayed_id: signed.id,
          transaction_hash: signed.hash,
          verification_id: code.verificationId,
          creation_hmac: hmac,
          created_at: ctx.clock.now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (linked === undefined) throw apiError('WALLET_ALREADY_DEPLOYED')
    },
  })
  return {
    walletId,
    address: key.address,
    label: body.label ?? '',
    relayedId: relayed.id,
    transactionHash: relayed.hash,
  }
}
