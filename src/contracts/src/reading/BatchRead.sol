// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title BatchRead
///
/// @notice Reads many contracts in one `eth_call`. It is never deployed: its creation code, with the reads behind it, is
///         the call's data, and what it returns instead of a contract are the answers.
///
/// @dev Every read has the same gas and may answer so many bytes, so that none can take what is left from the others: a
///      hostile contract spoils its own answer only.
contract BatchRead {
    /// @notice Too little gas is left to give the next read its share. Ask for fewer reads at a time.
    error OutOfReads();

    /// @notice One read.
    ///
    /// @param target   Which contract.
    /// @param callData What it is asked.
    struct Read {
        address target;
        bytes callData;
    }

    /// @notice Returns `abi.encode(bytes[])`: for each read the first bytes of its answer, and none when it failed.
    ///
    /// @param reads    What to read.
    /// @param gasEach  Gas for each read.
    /// @param bytesMax How many bytes of each answer are returned.
    constructor(Read[] memory reads, uint256 gasEach, uint256 bytesMax) {
        bytes[] memory answers = new bytes[](reads.length);
        for (uint256 i = 0; i < reads.length; ++i) {
            // A call gets at most 63/64 of what is left; with less than its share a good contract would seem to fail.
            if (gasleft() < gasEach + gasEach / 32 + 20_000) revert OutOfReads();
            answers[i] = _read(reads[i], gasEach, bytesMax);
        }
        bytes memory encoded = abi.encode(answers);
        assembly ("memory-safe") {
            return(add(encoded, 0x20), mload(encoded))
        }
    }

    function _read(Read memory read, uint256 gasEach, uint256 bytesMax) private view returns (bytes memory answer) {
        (address target, bytes memory callData) = (read.target, read.callData);
        answer = new bytes(bytesMax);
        assembly ("memory-safe") {
            let out := add(answer, 0x20)
            let answered := staticcall(gasEach, target, add(callData, 0x20), mload(callData), out, bytesMax)
            let length := returndatasize()
            if gt(length, bytesMax) { length := bytesMax }
            mstore(answer, mul(answered, length))
        }
    }
}
