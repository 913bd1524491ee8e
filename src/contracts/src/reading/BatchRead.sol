// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title BatchRead
///
/// @notice Reads many contracts in one `eth_call`. It is never deployed. The data of the call is its creation code
///         followed by the reads, and the constructor returns the results in place of a contract's code.
///
/// @dev Every read has the same gas limit and the same maximum result length. A hostile contract can therefore spoil
///      only its own result.
contract BatchRead {
    /// @notice Thrown when the remaining gas is less than the next read's share. The caller should send fewer reads at
    ///         a time.
    error OutOfReads();

    /// @notice One read.
    ///
    /// @param target   Contract to read.
    /// @param callData Calldata of the read.
    struct Read {
        address target;
        bytes callData;
    }

    /// @notice Returns `abi.encode(bytes[])`: for each read the first bytes of its result, or no bytes if it failed.
    ///
    /// @param reads    The reads.
    /// @param gasEach  Gas limit of each read.
    /// @param bytesMax Maximum length in bytes of each result. Longer results are cut.
    constructor(Read[] memory reads, uint256 gasEach, uint256 bytesMax) {
        bytes[] memory answers = new bytes[](reads.length);
        for (uint256 i = 0; i < reads.length; ++i) {
            // A call gets at most 63/64 of the remaining gas. With less than its share, the read of a correct contract
            // could fail.
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
