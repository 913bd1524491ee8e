// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Der
///
/// @notice Reads an ECDSA signature in strict DER: a SEQUENCE of two INTEGERs with minimal lengths and no bytes after
///         it.
library Der {
    /// @dev Returns `valid` as false unless the bytes are the canonical encoding of two integers from 0 to 2^256 - 1.
    function decode(bytes memory der) internal pure returns (bool valid, uint256 r, uint256 s) {
        if (der.length < 8 || der.length > 72 || der[0] != 0x30 || uint8(der[1]) != der.length - 2) {
            return (false, 0, 0);
        }
        uint256 next;
        (valid, r, next) = readInteger(der, 2);
        if (!valid) return (false, 0, 0);
        (valid, s, next) = readInteger(der, next);
        if (!valid || next != der.length) return (false, 0, 0);
    }

    function readInteger(bytes memory der, uint256 start) private pure returns (bool, uint256 value, uint256 next) {
        if (start + 3 > der.length || der[start] != 0x02) return (false, 0, 0);
        uint256 length = uint8(der[start + 1]);
        next = start + 2 + length;
        if (length == 0 || length > 33 || next > der.length) return (false, 0, 0);
        uint8 first = uint8(der[start + 2]);
        // Refuses a negative number, an unneeded zero byte, and a 33rd byte other than zero.
        if (first > 0x7f || (length > 1 && first == 0 && uint8(der[start + 3]) < 0x80)) return (false, 0, 0);
        if (length == 33 && first != 0) return (false, 0, 0);
        for (uint256 index = start + 2; index < next; ++index) {
            value = (value << 8) | uint8(der[index]);
        }
        return (true, value, next);
    }
}
