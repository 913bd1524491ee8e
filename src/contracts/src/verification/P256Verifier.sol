// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {P256} from "@openzeppelin/contracts/utils/cryptography/P256.sol";

/// @title P256Verifier
///
/// @notice Verifies ECDSA signatures over P-256 (secp256r1), with low s only.
///
/// @dev Asks the precompile at 0x100 (RIP-7212, EIP-7951) first. It answers 1 for a valid signature and nothing for an
///      invalid one; a chain that has no precompile answers nothing as well. So when the answer is not 1,
///      OpenZeppelin's `P256.verify` decides: it finds out with a known signature whether the precompile exists, and
///      verifies in Solidity where it does not. The verdicts of both ways are the same (`test/P256Verifier`).
///
///      Assumption: where 0x100 answers 1, it is that precompile. A chain that places something else at 0x100 must not
///      be used with this contract.
library P256Verifier {
    /// @dev Address of the precompile.
    uint256 private constant PRECOMPILE = 0x100;

    /// @dev Order of the curve, and its half: the largest s that counts as low.
    uint256 private constant N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551;
    uint256 private constant HALF_N = 0x7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8;

    /// @notice Whether a signature is valid.
    ///
    /// @param hash SHA-256 of the signed bytes.
    /// @param r    First half of the signature, 0 < r < n.
    /// @param s    Second half of the signature, 0 < s <= n/2: of the two signatures (r, s) and (r, n - s) only one counts.
    /// @param qx   Public key coordinate x.
    /// @param qy   Public key coordinate y. A point that is not on the curve makes every signature invalid.
    ///
    /// @return valid Whether it is.
    function verify(bytes32 hash, uint256 r, uint256 s, uint256 qx, uint256 qy) internal view returns (bool valid) {
        if (r == 0 || r >= N || s == 0 || s > HALF_N) return false;
        return
            _precompileAccepts(hash, r, s, qx, qy)
                || P256.verify(hash, bytes32(r), bytes32(s), bytes32(qx), bytes32(qy));
    }

    /// @dev Whether the precompile exists and answers 1.
    ///
    /// @param hash SHA-256 of the signed bytes.
    /// @param r    First half of the signature.
    /// @param s    Second half of the signature.
    /// @param qx   Public key coordinate x.
    /// @param qy   Public key coordinate y.
    ///
    /// @return accepted Whether it does.
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
