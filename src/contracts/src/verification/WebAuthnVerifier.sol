// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Base64Url} from "./Base64Url.sol";
import {ClientData} from "./ClientData.sol";
import {P256Verifier} from "./P256Verifier.sol";

/// @title WebAuthnVerifier
///
/// @notice Verifies WebAuthn assertions by those rules of WebAuthn Level 3, section 7.2, that protect a wallet.
///
/// @dev Verifies, of section 7.2:
///
///      - `type` is `webauthn.get`, in the outermost object of clientDataJSON.
///      - `challenge` is the base64url of the expected challenge, in the outermost object.
///      - `rpIdHash` in authenticatorData is the expected one.
///      - The user-present bit (UP) is set.
///      - The user-verified bit (UV) is set.
///      - The signature over authenticatorData and the hash of clientDataJSON is valid; besides, s is low.
///
///      Does NOT verify, each with the assumption that makes this safe:
///
///      - `origin`. The authenticator binds the credential to the relying party id, whose hash is verified, and a client
///        lets only that domain and its subdomains use it: any script that runs there is trusted by every relying
///        party. The service that relays checks `origin` as well, before it pays for gas.
///      - `crossOrigin` and `topOrigin`. The service checks them against the registered embed origins. A contract
///        cannot: the list changes, and it belongs to an organization, not to the wallet.
///      - The credential id and the user handle. A wallet has one public key; a signature by it is what counts.
///      - Backup eligibility and backup state (bits BE and BS). Synchronised passkeys are wanted; nothing depends on it.
///      - The signature counter. Synchronised passkeys leave it at zero, and what is signed can be spent only once.
///      - Attested credential data and extension outputs (bits AT and ED, bytes from 37 on). They are signed like the
///        rest, and nothing here is decided by them.
///      - The attestation made at registration. It states what kind of device holds the key, not whose wallet it is.
///      - That clientDataJSON is well-formed UTF-8 and JSON, and that a key occurs once (see `ClientData`). It is made by
///        the client, which is trusted anyway to name the right relying party and to ask the user.
///      - That `tokenBinding` and unknown keys are absent. Verifiers must ignore them.
///
///      Two forms of the same assertion are accepted, with the same verdict. The long one is the layout that
///      webauthn-sol and its users have. The packed one leaves out what the wallet knows (the hash of the relying party
///      id, the challenge) and inserts it between the bytes given, so that what is hashed is again exactly what was
///      signed. A packed assertion made for another relying party is therefore refused as `WrongSignature`.
library WebAuthnVerifier {
    /// @notice Why an assertion is refused.
    enum Rejection {
        /// It is not refused.
        None,
        /// The bytes are not the canonical encoding of an assertion.
        Malformed,
        /// It was made for another relying party id.
        WrongRelyingParty,
        /// The user-present bit is clear.
        UserNotPresent,
        /// The user-verified bit is clear.
        UserNotVerified,
        /// The client data has another type or another challenge, or not at the given indexes.
        WrongClientData,
        /// r or s is out of range, s is high, or the signature does not hold for this key and these bytes.
        WrongSignature
    }

    /// @notice Whose assertion is expected.
    ///
    /// @param qx       Public key coordinate x.
    /// @param qy       Public key coordinate y.
    /// @param rpIdHash SHA-256 of the relying party id.
    struct Credential {
        uint256 qx;
        uint256 qy;
        bytes32 rpIdHash;
    }

    /// @notice An assertion whose authenticatorData is 37 bytes long, without what the wallet knows.
    ///
    /// @dev clientDataJSON is the head, then `"challenge":"`, the challenge in base64url and a quote, then the tail. A head
    ///      of length zero stands for `{"type":"webauthn.get",`.
    ///
    /// @param r                First half of the signature.
    /// @param s                Second half of the signature.
    /// @param flagsAndCount    Bytes 32 to 36 of authenticatorData: the flags, and the signature counter.
    /// @param typeIndex        Where `"type":"` begins in clientDataJSON; of no meaning when there is no head.
    /// @param clientDataOffset Where the head begins in the calldata of the present call. The tail follows it.
    /// @param headLength       Its length in bytes.
    /// @param tailLength       The tail's length in bytes.
    struct PackedAssertion {
        uint256 r;
        uint256 s;
        bytes5 flagsAndCount;
        uint256 typeIndex;
        uint256 clientDataOffset;
        uint256 headLength;
        uint256 tailLength;
    }

    /// @dev Bits of the flags byte.
    bytes1 private constant USER_PRESENT = 0x01;
    bytes1 private constant USER_VERIFIED = 0x04;

    /// @dev Length of authenticatorData without attested credential data and extensions.
    uint256 private constant AUTHENTICATOR_DATA_LENGTH = 37;

    /// @notice Verifies an assertion in the long form.
    ///
    /// @param signature  `abi.encode((bytes authenticatorData, string clientDataJSON, uint256 challengeIndex,
    ///                   uint256 typeIndex, uint256 r, uint256 s))`, one tuple.
    /// @param challenge  What must have been signed.
    /// @param credential Who must have signed it.
    ///
    /// @return rejection `None` when it is valid. Malformed bytes do not revert.
    function verify(bytes calldata signature, bytes32 challenge, Credential memory credential)
        internal
        view
        returns (Rejection rejection)
    {
        (bool canonical, bytes calldata authenticatorData, bytes calldata clientDataJSON) = _split(signature);
        if (!canonical || authenticatorData.length < AUTHENTICATOR_DATA_LENGTH) return Rejection.Malformed;
        if (bytes32(authenticatorData) != credential.rpIdHash) return Rejection.WrongRelyingParty;
        rejection = _checkFlags(authenticatorData[32]);
        if (rejection != Rejection.None) return rejection;

        bytes memory json = clientDataJSON;
        if (!ClientData.isAssertionOver(json, _word(signature, 3), _word(signature, 4), challenge)) {
            return Rejection.WrongClientData;
        }
        bytes32 hash = _sha256(abi.encodePacked(authenticatorData, _sha256(json)));
        return _checkSignature(hash, _word(signature, 5), _word(signature, 6), credential);
    }

    /// @notice Verifies an assertion in the packed form.
    ///
    /// @param assertion  The assertion.
    /// @param challenge  What must have been signed.
    /// @param credential Who must have signed it.
    ///
    /// @return rejection `None` when it is valid.
    function verifyPacked(PackedAssertion memory assertion, bytes32 challenge, Credential memory credential)
        internal
        view
        returns (Rejection rejection)
    {
        rejection = _checkFlags(bytes1(assertion.flagsAndCount));
        if (rejection != Rejection.None) return rejection;

        bytes memory json = _joinClientData(assertion, challenge);
        // The usual head has the right type at the right index; any other one is checked.
        uint256 headLength = assertion.headLength;
        if (headLength != 0 && !ClientData.isAssertionOver(json, headLength, assertion.typeIndex, challenge)) {
            return Rejection.WrongClientData;
        }
        bytes32 hash = _hashSigned(credential.rpIdHash, assertion.flagsAndCount, _sha256(json));
        return _checkSignature(hash, assertion.r, assertion.s, credential);
    }

    /// @dev The clientDataJSON of a packed assertion: head ‖ `"challenge":"` ‖ base64url(challenge) ‖ `"` ‖ tail.
    ///
    /// @param assertion The assertion.
    /// @param challenge The challenge to insert.
    ///
    /// @return json The bytes that were signed, if the signature is to hold.
    function _joinClientData(PackedAssertion memory assertion, bytes32 challenge)
        private
        pure
        returns (bytes memory json)
    {
        uint256 offset = assertion.clientDataOffset;
        uint256 headLength = assertion.headLength;
        uint256 tailLength = assertion.tailLength;
        (bytes32 first, bytes32 last) = Base64Url.encode(challenge);
        assembly ("memory-safe") {
            json := mload(0x40)
            let cursor := add(json, 0x20)
            switch headLength
            case 0 {
                mstore(cursor, '{"type":"webauthn.get",')
                cursor := add(cursor, 23)
            }
            default {
                calldatacopy(cursor, offset, headLength)
                cursor := add(cursor, headLength)
            }
            // 13 bytes of key, 32 and 11 characters, a quote. Each store overwrites what the one before wrote too much.
            mstore(cursor, '"challenge":"')
            mstore(add(cursor, 13), first)
            mstore(add(cursor, 45), last)
            mstore8(add(cursor, 56), 0x22)
            cursor := add(cursor, 57)
            calldatacopy(cursor, add(offset, headLength), tailLength)
            cursor := add(cursor, tailLength)
            mstore(json, sub(cursor, add(json, 0x20)))
            mstore(0x40, and(add(cursor, 0x1f), not(0x1f)))
        }
    }

    /// @dev SHA-256 of the signed bytes of a packed assertion, rpIdHash ‖ flags ‖ counter ‖ SHA-256(clientDataJSON).
    ///
    /// @param rpIdHash       SHA-256 of the relying party id.
    /// @param flagsAndCount  The rest of authenticatorData.
    /// @param clientDataHash SHA-256 of clientDataJSON.
    ///
    /// @return hash The hash.
    function _hashSigned(bytes32 rpIdHash, bytes5 flagsAndCount, bytes32 clientDataHash)
        private
        view
        returns (bytes32 hash)
    {
        bytes memory signed;
        assembly ("memory-safe") {
            // 69 bytes; the memory is not reserved, nothing is written before the hash is taken.
            signed := mload(0x40)
            mstore(signed, 69)
            mstore(add(signed, 0x20), rpIdHash)
            mstore(add(signed, 0x40), flagsAndCount)
            mstore(add(signed, 0x45), clientDataHash)
        }
        return _sha256(signed);
    }

    /// @dev SHA-256. The compiler's own would copy the bytes first.
    ///
    /// @param input The bytes.
    ///
    /// @return hash Their hash.
    function _sha256(bytes memory input) private view returns (bytes32 hash) {
        assembly ("memory-safe") {
            // The precompile fails only for want of gas. That must not give a hash of zero.
            if iszero(staticcall(gas(), 0x02, add(input, 0x20), mload(input), 0x00, 0x20)) { revert(0, 0) }
            if lt(returndatasize(), 0x20) { revert(0, 0) }
            hash := mload(0x00)
        }
    }

    /// @dev Whether user presence and user verification are claimed.
    ///
    /// @param flags Byte 32 of authenticatorData.
    ///
    /// @return rejection `None` when both are.
    function _checkFlags(bytes1 flags) private pure returns (Rejection rejection) {
        if (flags & USER_PRESENT == 0) return Rejection.UserNotPresent;
        if (flags & USER_VERIFIED == 0) return Rejection.UserNotVerified;
        return Rejection.None;
    }

    /// @dev Whether the signature holds.
    ///
    /// @param hash       SHA-256 of authenticatorData and the hash of clientDataJSON.
    /// @param r          First half of the signature.
    /// @param s          Second half of the signature.
    /// @param credential Who must have signed it.
    ///
    /// @return rejection `None` when it does.
    function _checkSignature(bytes32 hash, uint256 r, uint256 s, Credential memory credential)
        private
        view
        returns (Rejection rejection)
    {
        bool valid = P256Verifier.verify(hash, r, s, credential.qx, credential.qy);
        return valid ? Rejection.None : Rejection.WrongSignature;
    }

    /// @dev Finds the two byte strings of the long form. Every offset and length must be the one `abi.encode` writes, so
    ///      that nothing can point elsewhere and nothing can be appended; the bytes that only pad are not looked at.
    ///
    /// @param signature The long form.
    ///
    /// @return canonical         Whether the above holds; if not, the others are empty.
    /// @return authenticatorData The first byte string.
    /// @return clientDataJSON    The second byte string.
    function _split(bytes calldata signature)
        private
        pure
        returns (bool canonical, bytes calldata authenticatorData, bytes calldata clientDataJSON)
    {
        bytes calldata none = signature[:0];
        // The tuple's offset, its six heads, and the lengths of two empty strings.
        if (signature.length < 0x120) return (false, none, none);
        // No sum below can overflow: every length is first compared with that of the calldata.
        uint256 dataLength = _word(signature, 7);
        if (dataLength > signature.length) return (false, none, none);
        uint256 jsonStart = 0x120 + _padded(dataLength);
        if (jsonStart > signature.length) return (false, none, none);
        uint256 jsonLength = uint256(bytes32(signature[jsonStart - 0x20:jsonStart]));
        if (jsonLength > signature.length) return (false, none, none);

        canonical = _word(signature, 0) == 0x20 && _word(signature, 1) == 0xc0
            && _word(signature, 2) == jsonStart - 0x40 && signature.length == jsonStart + _padded(jsonLength);
        if (!canonical) return (false, none, none);
        return (true, signature[0x100:0x100 + dataLength], signature[jsonStart:jsonStart + jsonLength]);
    }

    /// @dev A word of the long form.
    ///
    /// @param signature The long form, longer than `index` words.
    /// @param index     Which word.
    ///
    /// @return word Its value.
    function _word(bytes calldata signature, uint256 index) private pure returns (uint256 word) {
        assembly ("memory-safe") {
            word := calldataload(add(signature.offset, mul(index, 0x20)))
        }
    }

    /// @dev A length rounded up to whole words.
    ///
    /// @param length At most the length of the calldata.
    ///
    /// @return padded The result.
    function _padded(uint256 length) private pure returns (uint256 padded) {
        return (length + 0x1f) & ~uint256(0x1f);
    }
}
