// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title CallBundle
///
/// @notice Makes many calls in one transaction, each with its own gas bound and its own failure: none can stop, starve or
///         slow down another one beyond its bound. Open to anyone, with anything.
///
///         It holds nothing, and no contract trusts it: it has no owner, no storage and no privilege anywhere, and refuses
///         ether. A wallet obeys the signature that it is handed, whoever hands it in. Never send coins here and never
///         give an allowance: the next caller takes them.
///
/// @dev There is no selector: the whole calldata is the bundle, all numbers big endian.
///      `src/service/chain/encode-bundle.ts` writes it.
///
///      | bytes | what                                                                                   |
///      |-------|----------------------------------------------------------------------------------------|
///      | 1     | number of all calls, 1 to 255                                                          |
///      |       | groups, until these are made                                                           |
///
///      A group has calls that are equally long, and differ in at most four ranges:
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
///      The log has no topic, and 4 bytes for each call that was made, in their order: bit 31 whether it succeeded, the
///      other bits the gas that it used, with the access to its target; of a call that used 2^31 or more they are wrong.
///      A call to an address without code succeeds. A called contract can itself call this one, whose log then comes
///      earlier: the last log of a transaction is its bundle's.
contract CallBundle {
    /// @notice Thrown when the calldata ends early, has bytes left over, has another number of calls than it says, a range
    ///         beyond the template, or more than four. No call was made then.
    error MalformedBundle();

    /// @dev Gas that must be left for a call besides its bound: for the access to its target (2,600, and as much again for
    ///      an account that delegates by EIP-7702), and afterwards for all that comes until the next such check (46,000 when
    ///      template and ranges are as long as they can be) and for the log (8,600 for 255 calls). With less, a bundle that
    ///      ends before its end could run out of gas there, and what was done would be undone.
    uint256 private constant RESERVE = 60_000;

    /// @notice Makes the calls in their order. Ends before the first one that could not get its whole bound: what was done
    ///         until then stays, the log is so much shorter, and what follows in the calldata is not looked at.
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
            // A result is written as a whole word: 28 bytes beyond the last one.
            let template := add(end, 0x20)

            for {} iszero(eq(result, end)) {} {
                if iszero(count) {
                    let header := calldataload(cursor)
                    count := byte(0, header)
                    length := and(shr(232, header), 0xffff)
                    ranges := byte(3, header)
                    cursor := add(cursor, 4)
                    if ranges {
                        // From here on all of them in one word, the first in its upper four bytes.
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

                // Four times the same: a loop costs as much again.
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
                // A call gets at most 63/64 of what is left.
                if lt(mul(before, 63), shl(6, add(bound, RESERVE))) {
                    if or(gt(cursor, calldatasize()), gt(count, 0xff)) { refuse(malformed) }
                    log0(results, sub(result, results))
                    stop()
                }
                // Nothing that it returns is copied. Of the word with the target, the lower 160 bits count.
                let succeeded := call(bound, shr(64, head), 0, add(template, 24), length, 0, 0)
                mstore(result, shl(224, or(shl(31, succeeded), sub(before, gas()))))
                result := add(result, 4)
            }
            if or(or(count, eq(end, results)), xor(cursor, calldatasize())) { refuse(malformed) }
            log0(results, sub(result, results))
        }
    }
}
