import { Fragment } from 'preact'

/** A whole address in groups that are easy to compare. The gaps are margins: what is selected and copied has none. */
export function AddressText({ address }: { address: string }) {
  return (
    <code class="address">
      {/* The groups of one address never move, so their index is their identity. */}
      {address.match(/^0x.{4}|.{1,4}/g)?.map((group, index) => (
        <Fragment key={`${index}-${group}`}>
          {index > 0 && <wbr />}
          <span>{group}</span>
        </Fragment>
      ))}
    </code>
  )
}
