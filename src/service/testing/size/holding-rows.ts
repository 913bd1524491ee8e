import { sql } from 'kysely'
import type { Rows, Size } from './counts.ts'

const CHAIN = 31_337
const COIN = `0x${'c0'.repeat(20)}`
/** Number of movements of unsolicited tokens into one wallet. */
const SPAM = 20_000

/** Rows from the chain's logs about wallets: how far they are read, movements, and possible holdings. */
export function holdingRows({ wallets, transactions }: Size): Rows[] {
  const newest = Math.floor(transactions / 10)
  const eachWallet = sql`generate_series(1::bigint, ${wallets}::bigint) as number`
  return [
    {
      table: 'holding_indexes',
      insert: sql`insert into holding_indexes (chain_id, start_block, next_block) values (${CHAIN}, 0, ${newest + 1})`,
    },
    {
      table: 'holding_blocks',
      insert: sql`insert into holding_blocks (chain_id, number, hash)
        select ${CHAIN}, number, size_hash('block', number) from generate_series(${newest - 63}::bigint, ${newest}::bigint) as number`,
    },
    {
      table: 'holding_wallets',
      insert: sql`insert into holding_wallets (chain_id, address, next_block, live_from)
        select ${CHAIN}, size_address('wallet', number), greatest(0, number * ${newest} / ${wallets} - 2),
          greatest(0, number * ${newest} / ${wallets} - 2)
        from ${eachWallet} where number % 500 <> 9 and number <= ${wallets} - 20`,
    },
    {
      table: 'holding_events',
      insert: sql`insert into holding_events (chain_id, wallet_address, block_number, log_index, item_index, kind, standard,
          token_address, from_address, to_address, amount, transaction_hash, mined_at)
        select ${CHAIN}, wallet, number / 10, number % 10, 0, 'transfer', 'erc20', ${COIN}, wallet,
          size_address('payee', number % 1000), number, size_hash(case when number / 10 % 2 = 0 then 'bundled' else 'hash' end,
            case when number / 10 % 2 = 0 then number / 10 else number end), now() - size_ago(number)
        from (select number, size_address('wallet', size_wallet(number)) as wallet
          from generate_series(1::bigint, ${transactions}::bigint) as number
          where size_state(number) = 'CONFIRMED' and number % 100 >= 12) as made`,
    },
    {
      table: 'holding_claims',
      insert: sql`insert into holding_claims (chain_id, wallet_address, kind, token_address, item, open, block_number, log_index, item_index)
        select ${CHAIN}, size_address('wallet', number), kind, size_address('token', of_wallet), '', true,
          number * ${newest} / ${wallets}, of_wallet, 0
        from ${eachWallet} cross join (values ('coin', 1), ('coin', 2), ('multiToken', 3)) as claimed (kind, of_wallet)`,
    },
    {
      table: 'holding_claims',
      insert: sql`insert into holding_claims (chain_id, wallet_address, kind, token_address, item, open, block_number, log_index, item_index)
        select ${CHAIN}, size_address('wallet', 1), 'collectible', size_address('spam', number), number::text, true, number % ${newest}, 1, 0
        from generate_series(1::bigint, ${Math.min(SPAM, wallets / 5)}::bigint) as number`,
    },
  ]
}
