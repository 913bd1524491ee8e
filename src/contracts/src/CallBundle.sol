// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title CallBundle
///
/// @notice Makes many calls in one transaction. Each call has its own gas bound and its own result: a call cannot stop
///         or starve another one, and cannot use more gas than its bound. Anyone may call it with any bundle.
///
///         It holds no assets and no contract trusts it. It has no owner, no storage and no privilege, and refuses
///         ether. A wallet checks the signature and not the sender, so it can be called through this contract. Never
///         send coins here and never give it an allowance: the next caller can take them.
///
/// @dev There is no selector: the whole calldata is the bundle. All numbers are big endian.
///      `src/service/chain/encode-bundle.ts` writes it.
///
///      | bytes | what                                                                                   |
///      |-------|----------------------------------------------------------------------------------------|
///      | 1     | number of all calls, 1 to 255                                                          |
///      |       | groups, until these are made                                                           |
///
///      A group contains calls of equal length that differ in at most four byte ranges:
///
///      | bytes | what                                                                                   |
///      |-------|----------------------------------------------------------------------------------------|
///      | 1     | number of its calls                                                                    |
///      | 2     | length of a call's calldata                                                            |
///      | 1     | number of ranges, 0 to 4                                                               |
///      | 4     | for each range: its offset in the template (2), its length (2)                         |
///      |       | template: gas bound (4), target (20), calldata; what it has in ranges does not matter  |
///      |       | for each call: its bytes of each range                                                 |
///
///      The log has no topic. It has 4 bytes for each call that was made, in order. Bit 31 is set if the call
///      succeeded. The other bits are the gas that it used, including the access to its target. They are wrong for a
///      call that used 2^31 gas or more. A call to an address without code succeeds. A called contract can itself call
///      this contract, and that inner log comes earlier. The last log of a transaction is therefore that of the outer
///      bundle.
contract CallBundle {
    /// @notice Thrown when the calldata is malformed: it ends early, has bytes left over, has another number of calls
    ///         than it states, has a range beyond the template, or has more than four ranges. All calls are reverted.
    error MalformedBundle();

    /// @dev Gas that must be left for a call in addition to its bound. It covers the access to its target (2,600, and
    ///      the same again for an account that delegates by EIP-7702), the work until the next such check (46,000 with
    ///      the longest template and ranges), and the log (8,600 for 255 calls). With a smaller reserve, a bundle that
    ///      stops early could run out of gas before it stops, which would revert the calls already made.
    uint256 private constant RESERVE = 60_000;

    /// @notice Makes the calls in order. Stops before the first call that could not get its whole gas bound. The calls
    ///         made until then are kept, the log covers only them, and the rest of the calldata is not read.
    fallback() external {
        uint256 malformed = uint32(MalformedBundle.selector);
        assembly ("memory-safe") {
            function refuse(selector) {
                mstore(0, selector)
                revert(0x1c, 4)
            }

            let cursor := 1
            let count := 0
            let length := 0
            let ranges := 0
            let results := mload(0x40)
            let result := results
            let end := add(results, shl(2, byte(0, calldataload(0))))
            // Each result is written as a whole word, so the last one writes 28 bytes too many.
            let template := add(end, 0x20)

            for {} iszero(eq(result, end)) {} {
                if iszero(count) {
                    let header := calldataload(cursor)
                    count := byte(0, header)
                    length := and(shr(232, header), 0xffff)
                    ranges := byte(3, header)
                    cursor := add(cursor, 4)
                    if ranges {
                        // From here on, `ranges` holds all ranges in one word, the first in its upper four bytes.
                        let size := shl(2, ranges)
                        if gt(size, 16) { refuse(malformed) }
                        let rest := sub(256, shl(3, size))
                        ranges := shl(rest, shr(rest, calldataload(cursor)))
                        cursor := add(cursor, size)
                        for { rest := ranges } rest { rest := shl(32, rest) } {
                            if gt(add(shr(240, rest), and(shr(224, rest), 0xffff)), add(length, 24)) {
                                refuse(malformed)
                            }
                        }
                    }
                    calldatacopy(template, cursor, add(length, 24))
                    cursor := add(cursor, add(length, 24))
                }
                count := sub(count, 1)

                // The four ranges are unrolled, because a loop would cost twice the gas.
                if ranges {
                    let width := and(shr(224, ranges), 0xffff)
                    calldatacopy(add(template, shr(240, ranges)), cursor, width)
                    cursor := add(cursor, width)
                    let rest := shl(32, ranges)
                    if rest {
                        width := and(shr(224, rest), 0xffff)
                        calldatacopy(add(template, shr(240, rest)), cursor, width)
                        cursor := add(cursor, width)
                        rest := shl(64, ranges)
                        width := and(shr(224, rest), 0xffff)
                        calldatacopy(add(template, shr(240, rest)), cursor, width)
                        cursor := add(cursor, width)
                        rest := shl(96, ranges)
                        width := and(shr(224, rest), 0xffff)
                        calldatacopy(add(template, shr(240, rest)), cursor, width)
                        cursor := add(cursor, width)
                    }
                }

                let head := mload(template)
                let bound := shr(224, head)
                let before := gas()
                // A call gets at most 63/64 of the remaining gas (EIP-150).
                if lt(mul(before, 63), shl(6, add(bound, RESERVE))) {
                    if or(gt(cursor, calldatasize()), gt(count, 0xff)) { refuse(malformed) }
                    log0(results, sub(result, results))
                    stop()
                }
                // The return data is not copied. The call uses only the lower 160 bits of the word with the target.
                let succeeded := call(bound, shr(64, head), 0, add(template, 24), length, 0, 0)
                mstore(result, shl(224, or(shl(31, succeeded), sub(before, gas()))))
                result := add(result, 4)
            }
            if or(or(count, eq(end, results)), xor(cursor, calldatasize())) { refuse(malformed) }
            log0(results, sub(result, results))
        }
    }
}
