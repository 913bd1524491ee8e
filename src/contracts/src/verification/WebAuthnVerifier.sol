// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Base64Url} from "./Base64Url.sol";
import {ClientData} from "./ClientData.sol";
import {P256Verifier} from "./P256Verifier.sol";

/// @title WebAuthnVerifier
///
/// @notice Verifies WebAuthn assertions by the rules of WebAuthn Level 3, section 7.2, that protect a wallet.
///
/// @dev These rules of section 7.2 are verified:
///
///      - `type` is `webauthn.get`, in the outermost object of clientDataJSON.
///      - `challenge` is the base64url of the expected challenge, in the outermost object.
///      - `rpIdHash` in authenticatorData is that of the expected relying party.
///      - The user-present bit (UP) is set.
///      - The user-verified bit (UV) is set.
///      - The signature over authenticatorData and the hash of clientDataJSON is valid. In addition, s must be low.
///
///      These are NOT verified, each for the reason given:
///
///      - `origin`. The authenticator binds the credential to the relying party id, whose hash is verified. A client
///        lets only that domain and its subdomains use the credential, and every relying party must trust the scripts
///        that run there. The relaying service also checks `origin` before it pays for gas.
///      - `crossOrigin` and `topOrigin`. The service checks them against the registered embed origins. A contract
///        cannot check them, because the list changes and belongs to an organization, not to the wallet.
///      - The credential id and the user handle. The public key identifies the signer, and only a signature by that key
///        is accepted.
///      - Backup eligibility and backup state (bits BE and BS). Synchronized passkeys are allowed, and nothing depends
///        on these bits.
///      - The signature counter. Synchronized passkeys leave it at zero. It is not needed against replay, because a
///        signed call can be executed only once.
///      - Attested credential data and extension outputs (bits AT and ED, bytes from 37 on). They are part of the
///        signed bytes, and no decision depends on them.
///      - The attestation made at registration. It states the kind of device that holds the key, not the owner of the
///        wallet.
///      - Whether clientDataJSON is well-formed UTF-8 and JSON, and whether a key occurs only once (see `ClientData`).
///        The client writes it, and must already be trusted to name the right relying party and to ask the user.
///      - Whether `tokenBinding` or unknown keys are present. The standard tells verifiers to ignore them.
///
///      Two forms of the same assertion are accepted, with the same verdict. The long form is the layout of
///      webauthn-sol. The packed form leaves out the values that the wallet knows: the hash of the relying party id and
///      the challenge. The verifier inserts them again, so the hashed bytes are exactly the signed ones. A packed
///      assertion for another relying party is therefore refused as `WrongSignature`.
library WebAuthnVerifier {
    /// @notice Reason for which an assertion is refused.
    enum Rejection {
        /// The assertion is valid.
        None,
        /// The bytes are not the canonical encoding of an assertion.
        Malformed,
        /// The assertion was made for another relying party id.
        WrongRelyingParty,
        /// The user-present bit is clear.
        UserNotPresent,
        /// The user-verified bit is clear.
        UserNotVerified,
        /// The client data has another type or another challenge, or does not have them at the given indexes.
        WrongClientData,
        /// r or s is out of range, s is high, or the signature is invalid for this key and these bytes.
        WrongSignature
    }

    /// @notice The credential whose assertion is expected.
    ///
    /// @param qx       Public key coordinate x.
    /// @param qy       Public key coordinate y.
    /// @param rpIdHash SHA-256 of the relying party id.
    struct Credential {
        uint256 qx;
        uint256 qy;
        bytes32 rpIdHash;
    }

    /// @notice An assertion without the values that the wallet knows. Its authenticatorData has 37 bytes.
    ///
    /// @dev clientDataJSON is the head, then `"challenge":"`, the challenge in base64url and a quote, then the tail. A head
    ///      of length zero stands for `{"type":"webauthn.get",`.
    ///
    /// @param r                First half of the signature.
    /// @param s                Second half of the signature.
    /// @param flagsAndCount    Bytes 32 to 36 of authenticatorData: the flags, and the signature counter.
    /// @param typeIndex        Index of `"type":"` in clientDataJSON. Ignored if there is no head.
    /// @param clientDataOffset Offset of the head in the calldata of the current call. The tail follows it.
    /// @param headLength       The head's length in bytes.
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
    /// @param challenge  The challenge that must have been signed.
    /// @param credential The credential that must have signed it.
    ///
    /// @return rejection `None` if the assertion is valid. Malformed bytes do not revert.
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
    /// @param challenge  The challenge that must have been signed.
    /// @param credential The credential that must have signed it.
    ///
    /// @return rejection `None` if the assertion is valid.
    function verifyPacked(PackedAssertion memory assertion, bytes32 challenge, Credential memory credential)
        internal
        view
        returns (Rejection rejection)
    {
        rejection = _checkFlags(bytes1(assertion.flagsAndCount));
        if (rejection != Rejection.None) return rejection;

        bytes memory json = _joinClientData(assertion, challenge);
        // The usual head has the right type at the right index, so only another head must be checked.
        uint256 headLength = assertion.headLength;
        if (headLength != 0 && !ClientData.isAssertionOver(json, headLength, assertion.typeIndex, challenge)) {
            return Rejection.WrongClientData;
        }
        bytes32 hash = _hashSigned(credential.rpIdHash, assertion.flagsAndCount, _sha256(json));
        return _checkSignature(hash, assertion.r, assertion.s, credential);
    }

    /// @dev Builds the clientDataJSON of a packed assertion: head ‖ `"challenge":"` ‖ base64url(challenge) ‖ `"` ‖
    ///      tail.
    ///
    /// @param assertion The assertion.
    /// @param challenge The challenge to insert.
    ///
    /// @return json The clientDataJSON. A valid signature is over exactly these bytes.
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
            // 13 bytes of key, 32 and 11 characters, and a quote. Each store overwrites the surplus bytes of the one
            // before.
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

    /// @dev Computes SHA-256 of the signed bytes of a packed assertion: rpIdHash ‖ flags ‖ counter ‖
    ///      SHA-256(clientDataJSON).
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
            // 69 bytes. The memory need not be reserved, because nothing else is written before the hash is computed.
            signed := mload(0x40)
            mstore(signed, 69)
            mstore(add(signed, 0x20), rpIdHash)
            mstore(add(signed, 0x40), flagsAndCount)
            mstore(add(signed, 0x45), clientDataHash)
        }
        return _sha256(signed);
    }

    /// @dev Computes SHA-256. Solidity's `sha256` would copy the bytes first.
    ///
    /// @param input The bytes.
    ///
    /// @return hash Their hash.
    function _sha256(bytes memory input) private view returns (bytes32 hash) {
        assembly ("memory-safe") {
            // The precompile fails only if there is too little gas. A failure must revert and not return a hash of
            // zero.
            if iszero(staticcall(gas(), 0x02, add(input, 0x20), mload(input), 0x00, 0x20)) { revert(0, 0) }
            if lt(returndatasize(), 0x20) { revert(0, 0) }
            hash := mload(0x00)
        }
    }

    /// @dev Checks that the bits for user presence and user verification are set.
    ///
    /// @param flags Byte 32 of authenticatorData.
    ///
    /// @return rejection `None` if both are set.
    function _checkFlags(bytes1 flags) private pure returns (Rejection rejection) {
        if (flags & USER_PRESENT == 0) return Rejection.UserNotPresent;
        if (flags & USER_VERIFIED == 0) return Rejection.UserNotVerified;
        return Rejection.None;
    }

    /// @dev Checks the signature.
    ///
    /// @param hash       SHA-256 of authenticatorData and the hash of clientDataJSON.
    /// @param r          First half of the signature.
    /// @param s          Second half of the signature.
    /// @param credential The credential that must have signed it.
    ///
    /// @return rejection `None` if it is valid.
    function _checkSignature(bytes32 hash, uint256 r, uint256 s, Credential memory credential)
        private
        view
        returns (Rejection rejection)
    {
        bool valid = P256Verifier.verify(hash, r, s, credential.qx, credential.qy);
        return valid ? Rejection.None : Rejection.WrongSignature;
    }

    /// @dev Finds the two byte strings of the long form. Every offset and length must be the one that `abi.encode`
    ///      writes, so that no offset can point elsewhere and nothing can be appended. Padding bytes are not checked.
    ///
    /// @param signature The long form.
    ///
    /// @return canonical         True if all offsets and lengths are canonical. If false, the other values are empty.
    /// @return authenticatorData The first byte string.
    /// @return clientDataJSON    The second byte string.
    function _split(bytes calldata signature)
        private
        pure
        returns (bool canonical, bytes calldata authenticatorData, bytes calldata clientDataJSON)
    {
        bytes calldata none = signature[:0];
        // Minimum length: the tuple's offset, its six heads, and the lengths of two empty strings.
        if (signature.length < 0x120) return (false, none, none);
        // No sum below can overflow, because every length is first compared with that of the calldata.
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

    /// @dev Returns a word of the long form.
    ///
    /// @param signature The long form, longer than `index` words.
    /// @param index     Index of the word.
    ///
    /// @return word The word.
    function _word(bytes calldata signature, uint256 index) private pure returns (uint256 word) {
        assembly ("memory-safe") {
            word := calldataload(add(signature.offset, mul(index, 0x20)))
        }
    }

    /// @dev Rounds a length up to whole words.
    ///
    /// @param length At most the length of the calldata.
    ///
    /// @return padded The result.
    function _padded(uint256 length) private pure returns (uint256 padded) {
        return (length + 0x1f) & ~uint256(0x1f);
    }
}
