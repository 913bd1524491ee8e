import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from './database.ts'

/** A query that joins tables. `Joined` contains each table by its name or alias in the query. */
export type Select<Joined, Row> = SelectQueryBuilder<Omit<Tables, keyof Joined> & Joined, keyof Joined, Row>
