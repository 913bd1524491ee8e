import type {
  InfiniteData,
  QueryKey,
  QueryKeyWithDataTag,
  UnusedSkipTokenInfiniteOptions,
  UnusedSkipTokenOptions,
} from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Page } from '#web/ui/ask-server.ts'
import type { CallableRow } from './row-input.ts'

/** Content of an endpoint's response. */
export type RowContent<Row extends Pick<CallableRow, 'answer'>> = z.output<Row['answer']>

/** A query for `Data`. Its key is typed, so the cached data of the key has the same type. */
export type DataQuery<Data> = UnusedSkipTokenOptions<Data, Error, Data, QueryKey> &
  QueryKeyWithDataTag<QueryKey, Data, Error>

/** An infinite query for pages of `Data`, from one cursor to the next. */
export type PagesQuery<Data> = UnusedSkipTokenInfiniteOptions<
  Data,
  Error,
  InfiniteData<Data>,
  QueryKey,
  string
> &
  QueryKeyWithDataTag<QueryKey, InfiniteData<Data>, Error>

/** A query for the content of an endpoint's response. */
export type RowQuery<Row extends CallableRow> = DataQuery<RowContent<Row>>

/** A query for one page of an endpoint's list. */
export type RowPageQuery<Row extends CallableRow> = DataQuery<Page<RowContent<Row>>>

/** An infinite query for the pages of an endpoint's list. */
export type RowPagesQuery<Row extends CallableRow> = PagesQuery<Page<RowContent<Row>>>
