// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title CallBundle
///
/// @notice Makes many calls in one transaction, each with its own gas bound and its own failure: none can stop, starve or
///         slow down another one beyond its bound. Open to anyone, with anything.
///
///         It holds nothing and is trusted by nobody: no owner, no storage, no ether, and no contract gives it a
///         privilege. A wallet obeys the signature that it is handed, whoever hands it in. Never send it coins and never
///         give it an allowance: the next caller takes them.
///
/// @dev There is no selector: the whole calldata is the bundle, all numbers big endian.
///      `src/service/chain/encode-bundle.ts` writes it.
///
///      | bytes | what                                                                          |
///      |-------|-------------------------------------------------------------------------------|
///      | 1     | number of all calls, 1 to 255                                                 |
///      |       | groups, until these are made                                                  |
///
///      A group has calls whose calldata is equally long, and differs in some ranges only:
///
///      | bytes | what                                                                          |
///      |-------|-------------------------------------------------------------------------------|
///      | 1     | number of its calls                                                           |
///      | 2     | length of their calldata                                                      |
///      | 1     | number of ranges                                                              |
///      | 4     | for each range: its offset in the calldata (2) and its length (2)             |
///      |       | template: the calldata; what it has in the ranges does not matter             |
///      |       | for each call: target (20), gas bound (4), and its bytes of each range        |
///
///      The log has no topic, and 4 bytes for each call that was made, in their order: bit 31 whether it succeeded, the
///      other bits the gas that it used, with the access to its target. A call to an address without code succeeds. A called
///      contract can itself call this one, whose log then comes earlier: the last log of a transaction is its bundle's.
contract CallBundle {
    /// @notice Thrown when the calldata ends early, has bytes left over, has another number of calls than it says, or a range
    ///         beyond the template. Then no call was made.
    error MalformedBundle();

    /// @dev Gas kept back before each call besides its bound: for the access to its target (2,600, and as much again for an
    ///      account that delegates by EIP-7702), and afterwards for what comes until the next such check (the widest
    ///      group and item of 128 kB of calldata need 70,000) or for the log (8,600 for 255 calls). Without it a bundle
    ///      that ends early could run out of gas and undo what was done.
    uint256 private constant RESERVE = 80_000;

    /// @notice Makes the calls in their order. Ends before the first one that could not get its whole bound; what was done
    ///         until then stays, and the log is so much shorter.
    fallback() external {
        uint256 malformed = uint32(MalformedBundle.selector);
        assembly ("memory-safe") {
            function refuse(selector) {
                mstore(0, selector)
                revert(0x1c, 4)
            }

            let left := byte(0, calldataload(0))
            let cursor := 1
            let results := mload(0x40)
            let result := results
            // An entry is written as a whole word: 28 bytes beyond the last one.
            let data := add(results, add(shl(2, left), 0x20))

            for {} left {} {
                let header := calldataload(cursor)
                let count := byte(0, header)
                let length := and(shr(232, header), 0xffff)
                let ranges := add(cursor, 4)
                let template := add(ranges, shl(2, byte(3, header)))
                cursor := add(template, length)

                let size := 24
                for { let at := ranges } lt(at, template) { at := add(at, 4) } {
                    let range := calldataload(at)
                    let width := and(shr(224, range), 0xffff)
                    if gt(add(shr(240, range), width), length) { refuse(malformed) }
                    size := add(size, width)
                }
                let end := add(cursor, mul(count, size))
                if or(gt(end, calldatasize()), gt(count, left)) { refuse(malformed) }
                left := sub(left, count)
                calldatacopy(data, template, length)

                for {} lt(cursor, end) {} {
                    let head := calldataload(cursor)
                    cursor := add(cursor, 24)
                    for { let at := ranges } lt(at, template) { at := add(at, 4) } {
                        let range := calldataload(at)
                        let width := and(shr(224, range), 0xffff)
                        calldatacopy(add(data, shr(240, range)), cursor, width)
                        cursor := add(cursor, width)
                    }

                    // A call gets at most 63/64 of what is left.
                    let bound := and(shr(64, head), 0xffffffff)
                    let before := gas()
                    if lt(mul(before, 63), shl(6, add(bound, RESERVE))) {
                        log0(results, sub(result, results))
                        stop()
                    }
                    // Nothing that it returns is copied.
                    let succeeded := call(bound, shr(96, head), 0, data, length, 0, 0)
                    mstore(result, shl(224, or(shl(31, succeeded), sub(before, gas()))))
                    result := add(result, 4)
                }
            }
            if or(xor(cursor, calldatasize()), eq(result, results)) { refuse(malformed) }
            log0(results, sub(result, results))
        }
    }
}
