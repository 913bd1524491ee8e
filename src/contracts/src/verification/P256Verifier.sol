// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {P256} from "@openzeppelin/contracts/utils/cryptography/P256.sol";

/// @title P256Verifier
///
/// @notice Verifies ECDSA signatures over P-256 (secp256r1), with low s only.
///
/// @dev Calls the precompile at 0x100 (RIP-7212, EIP-7951) first. It returns 1 for a valid signature and no data for an
///      invalid one. A chain without the precompile returns no data either. If the result is not 1, a signature that is
///      known to be valid shows whether the precompile exists. If it does not exist, OpenZeppelin verifies in Solidity.
///      Both ways give the same verdicts (`test/P256Verifier`). OpenZeppelin's `P256.verify` is not used, because it
///      accepts any result of 0x100 except zero.
///
///      Assumption: if 0x100 returns the number 1 as one word, it is that precompile. A chain on which something else
///      at 0x100 returns 1 must not be used with this contract.
library P256Verifier {
    /// @dev Address of the precompile.
    uint256 private constant PRECOMPILE = 0x100;

    /// @dev Order of the curve, and half of it, which is the largest s that counts as low.
    uint256 private constant N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551;
    uint256 private constant HALF_N = 0x7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8;

    /// @dev A valid signature, over SHA-256 of "123400" (Wycheproof's ecdsa_secp256r1_sha256_p1363_test.json has it).
    bytes32 private constant PROBE_HASH = 0xbb5a52f42f9c9261ed4361f59422a1e30036e7c32b270c8807a419feca605023;
    uint256 private constant PROBE_R = 5;
    uint256 private constant PROBE_S = 1;
    uint256 private constant PROBE_QX = 0xa71af64de5126a4a4e02b7922d66ce9415ce88a4c9d25514d91082c8725ac957;
    uint256 private constant PROBE_QY = 0x5d47723c8fbe580bb369fec9c2665d8e30a435b9932645482e7c9f11e872296b;

    /// @notice Returns whether a signature is valid.
    ///
    /// @param hash SHA-256 of the signed bytes.
    /// @param r    First half of the signature, 0 < r < n.
    /// @param s    Second half of the signature, 0 < s <= n/2, so that only one of (r, s) and (r, n - s) is valid.
    /// @param qx   Public key coordinate x.
    /// @param qy   Public key coordinate y. A point that is not on the curve makes every signature invalid.
    ///
    /// @return valid True if so.
    function verify(bytes32 hash, uint256 r, uint256 s, uint256 qx, uint256 qy) internal view returns (bool valid) {
        if (r == 0 || r >= N || s == 0 || s > HALF_N) return false;
        if (_precompileAccepts(hash, r, s, qx, qy)) return true;
        if (_precompileAccepts(PROBE_HASH, PROBE_R, PROBE_S, PROBE_QX, PROBE_QY)) return false;
        return P256.verifySolidity(hash, bytes32(r), bytes32(s), bytes32(qx), bytes32(qy));
    }

    /// @dev Returns whether the precompile exists and returns 1.
    ///
    /// @param hash SHA-256 of the signed bytes.
    /// @param r    First half of the signature.
    /// @param s    Second half of the signature.
    /// @param qx   Public key coordinate x.
    /// @param qy   Public key coordinate y.
    ///
    /// @return accepted True if so.
    function _precompileAccepts(bytes32 hash, uint256 r, uint256 s, uint256 qx, uint256 qy)
        private
        view
        returns (bool accepted)
    {
        assembly ("memory-safe") {
            let input := mload(0x40)
            mstore(input, hash)
            mstore(add(input, 0x20), r)
            mstore(add(input, 0x40), s)
            mstore(add(input, 0x60), qx)
            mstore(add(input, 0x80), qy)
            mstore(0x00, 0)
            let called := staticcall(gas(), PRECOMPILE, input, 0xa0, 0x00, 0x20)
            accepted := and(called, and(eq(returndatasize(), 0x20), eq(mload(0x00), 1)))
        }
    }
}
