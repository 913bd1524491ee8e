// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {vm} from "./Vm.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";

/// @notice The output of an authenticator and a browser, and the indexes that a client adds.
struct Assertion {
    bytes authenticatorData;
    bytes clientDataJSON;
    uint256 challengeIndex;
    uint256 typeIndex;
    uint256 r;
    uint256 s;
}

/// @title Passkey
///
/// @notice A software passkey, and the two encodings of its assertions. It is independent of `src` and encodes only
///         with the compiler's functions and OpenZeppelin.
library Passkey {
    uint256 internal constant N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551;
    bytes1 internal constant PRESENT_AND_VERIFIED = 0x05;
    string internal constant USUAL_HEAD = '{"type":"webauthn.get",';
    string internal constant USUAL_TAIL = ',"origin":"https://shop.example.com","crossOrigin":false}';

    /// @dev Returns `"challenge":"..."` of a digest.
    function challengePair(bytes32 digest) internal pure returns (bytes memory) {
        return bytes.concat('"challenge":"', bytes(Base64.encodeURL(bytes.concat(digest))), '"');
    }

    /// @dev Returns the usual assertion over a digest.
    function sign(uint256 privateKey, bytes32 rpIdHash, bytes32 digest) internal view returns (Assertion memory) {
        return sign(
            privateKey,
            authenticatorData(rpIdHash, PRESENT_AND_VERIFIED, 0),
            bytes(USUAL_HEAD),
            bytes(USUAL_TAIL),
            1,
            digest
        );
    }

    /// @dev Returns an assertion over `head ‖ "challenge":"..." ‖ tail`, with the actual index of `type`.
    function sign(uint256 privateKey, bytes memory data, string memory head, string memory tail, bytes32 digest)
        internal
        view
        returns (Assertion memory)
    {
        return sign(privateKey, data, bytes(head), bytes(tail), typeIndexOf(bytes(head), bytes(tail)), digest);
    }

    /// @dev Returns an assertion over `head ‖ "challenge":"..." ‖ tail`.
    function sign(
        uint256 privateKey,
        bytes memory data,
        bytes memory head,
        bytes memory tail,
        uint256 typeIndex,
        bytes32 digest
    ) internal view returns (Assertion memory assertion) {
        assertion.authenticatorData = data;
        assertion.clientDataJSON = bytes.concat(head, challengePair(digest), tail);
        assertion.challengeIndex = head.length;
        assertion.typeIndex = typeIndex;
        resign(privateKey, assertion);
    }

    /// @dev Replaces the signature of an assertion by one over its present bytes, with a low s.
    function resign(uint256 privateKey, Assertion memory assertion) internal view {
        bytes32 hash = sha256(bytes.concat(assertion.authenticatorData, sha256(assertion.clientDataJSON)));
        (bytes32 r, bytes32 s) = vm.signP256(privateKey, hash);
        assertion.r = uint256(r);
        assertion.s = lowS(uint256(s));
    }

    function authenticatorData(bytes32 rpIdHash, bytes1 flags, uint32 count) internal pure returns (bytes memory) {
        return abi.encodePacked(rpIdHash, flags, count);
    }

    function lowS(uint256 s) internal pure returns (uint256) {
        return s > N / 2 && s < N ? N - s : s;
    }

    /// @dev Encodes the long form of an assertion, as specified in section 4 of the profile.
    function encode(Assertion memory assertion) internal pure returns (bytes memory) {
        return abi.encode(assertion);
    }

    /// @dev Encodes the calldata of `execute`.
    function long(ExecuteCall memory call, bytes memory data, Assertion memory assertion)
        internal
        pure
        returns (bytes memory)
    {
        return abi.encodeCall(
            PasskeyWallet.execute,
            (
                call.toAddress,
                call.value,
                data,
                call.expiration,
                call.fee,
                call.feeCoinAddress,
                call.feeWithdrawAddress,
                encode(assertion)
            )
        );
    }

    /// @dev Encodes the calldata of `executePacked` with every part present and the head written out.
    function packed(ExecuteCall memory call, bytes memory data, Assertion memory assertion)
        internal
        pure
        returns (bytes memory)
    {
        return packed(call, data, assertion, false, true, true);
    }

    /// @dev Encodes the calldata of `executePacked` with the given parts.
    function packed(
        ExecuteCall memory call,
        bytes memory data,
        Assertion memory assertion,
        bool usualHead,
        bool withValue,
        bool withFee
    ) internal pure returns (bytes memory) {
        bytes memory json = assertion.clientDataJSON;
        bytes memory head = usualHead ? bytes("") : slice(json, 0, assertion.challengeIndex);
        bytes memory tail = slice(json, assertion.challengeIndex + 57, json.length);
        bytes memory start = abi.encodePacked(
            PasskeyWallet.executePacked.selector,
            assertion.r,
            assertion.s,
            call.toAddress,
            uint40(call.expiration),
            slice(assertion.authenticatorData, 32, 37),
            uint8((withValue ? 1 : 0) | (withFee ? 2 : 0)),
            uint8(head.length),
            uint16(tail.length)
        );
        if (!usualHead) start = abi.encodePacked(start, uint16(assertion.typeIndex));
        if (withValue) start = abi.encodePacked(start, call.value);
        if (withFee) start = abi.encodePacked(start, call.fee, call.feeCoinAddress, call.feeWithdrawAddress);
        return bytes.concat(start, head, tail, data);
    }

    /// @dev Returns the index at which `part` begins in `text`, or the length of `text` if it does not occur.
    function find(bytes memory text, bytes memory part) internal pure returns (uint256 index) {
        bytes32 wanted = keccak256(part);
        uint256 length = part.length;
        for (index = 0; index + length <= text.length; ++index) {
            bytes32 hash;
            assembly ("memory-safe") {
                hash := keccak256(add(add(text, 0x20), index), length)
            }
            if (hash == wanted) return index;
        }
        return text.length;
    }

    /// @dev Returns the index at which `part` begins in `text`. Fails if it does not occur.
    function indexOf(bytes memory text, bytes memory part) internal pure returns (uint256 index) {
        index = find(text, part);
        require(index < text.length, "not found");
    }

    /// @dev Returns the index of `"type":"webauthn.get"` in `head ‖ "challenge":"..." ‖ tail`.
    function typeIndexOf(bytes memory head, bytes memory tail) internal pure returns (uint256) {
        return indexOf(bytes.concat(head, new bytes(57), tail), '"type":"webauthn.get"');
    }

    /// @dev Returns the bytes from `from` to `to`, without the one at `to`.
    function slice(bytes memory input, uint256 from, uint256 to) internal pure returns (bytes memory output) {
        require(from <= to && to <= input.length, "slice");
        output = new bytes(to - from);
        assembly ("memory-safe") {
            mcopy(add(output, 0x20), add(add(input, 0x20), from), sub(to, from))
        }
    }
}
