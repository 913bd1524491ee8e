import { faucetResultSchema } from '#protocol/org/console-api.ts'
import { callApi } from '#web/console/lib/api.ts'

/** Mints demo coins to a wallet; `amount` in smallest units. Only in the sandbox. */
export async function requestDemoCoins(input: { token: string; to: string; amount: string }) {
  const answer = await callApi({
    method: 'POST',
    path: '/api/sandbox/faucet',
    body: input,
    answer: faucetResultSchema,
  })
  return answer.content
}
