import {
  DETAIL_FIELDS,
  PARTY_FIELDS,
  QUANTITY_FIELDS,
  STATED_FIELDS,
  TOKEN_FIELDS,
} from './fields-by-role.ts'

/** Every field, in the order in which every screen shows its line. Ends with the calls of a batch. */
export const ALL_FIELDS = [
  ...QUANTITY_FIELDS,
  ...PARTY_FIELDS,
  ...TOKEN_FIELDS,
  ...DETAIL_FIELDS,
  ...STATED_FIELDS,
  'calls',
] as const
