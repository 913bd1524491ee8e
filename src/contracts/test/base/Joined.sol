// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {Assertion, Passkey} from "./Passkey.sol";

/// @title Joined
///
/// @notice Joins an assertion, the number of its key and a co-signature, in every form that a wallet reads. It is
///         independent of `src` and encodes only with the compiler's functions.
library Joined {
    /// @dev Encodes tuple ‖ number ‖ co-signature.
    function long(Assertion memory assertion, uint256 number, bytes memory coSignature)
        internal
        pure
        returns (bytes memory)
    {
        return bytes.concat(Passkey.encode(assertion), bytes1(uint8(number)), coSignature);
    }

    /// @dev Encodes the short form, which `isValidSignature` reads.
    function short(Assertion memory assertion, uint256 number, bytes memory coSignature)
        internal
        pure
        returns (bytes memory)
    {
        (bytes memory head, bytes memory tail) = clientData(assertion);
        bytes memory start = abi.encodePacked(
            assertion.r,
            assertion.s,
            Passkey.slice(assertion.authenticatorData, 32, 37),
            uint8(number),
            uint8(head.length),
            uint16(tail.length)
        );
        if (head.length != 0) start = abi.encodePacked(start, uint16(assertion.typeIndex));
        return bytes.concat(start, head, tail, coSignature);
    }

    /// @dev Encodes the calldata of `execute` with a given signature.
    function longCall(ExecuteCall memory call, bytes memory data, bytes memory signature)
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
                signature
            )
        );
    }

    /// @dev Encodes the calldata of `executePacked`. Parts that are zero and the usual head are left out.
    function packedCall(
        ExecuteCall memory call,
        bytes memory data,
        Assertion memory assertion,
        uint256 number,
        bytes memory coSignature
    ) internal pure returns (bytes memory) {
        (bytes memory head, bytes memory tail) = clientData(assertion);
        bytes memory start = abi.encodePacked(
            PasskeyWallet.executePacked.selector,
            assertion.r,
            assertion.s,
            call.toAddress,
            uint40(call.expiration),
            Passkey.slice(assertion.authenticatorData, 32, 37),
            parts(call, number, coSignature),
            uint8(head.length),
            uint16(tail.length)
        );
        if (head.length != 0) start = abi.encodePacked(start, uint16(assertion.typeIndex));
        if (call.value != 0) start = abi.encodePacked(start, call.value);
        if (hasFee(call)) start = abi.encodePacked(start, call.fee, call.feeCoinAddress, call.feeWithdrawAddress);
        if (number != 0) start = abi.encodePacked(start, uint8(number));
        if (coSignature.length != 0) start = abi.encodePacked(start, uint16(coSignature.length), coSignature);
        return bytes.concat(start, head, tail, data);
    }

    function parts(ExecuteCall memory call, uint256 number, bytes memory coSignature) private pure returns (uint8) {
        return uint8(
            (call.value == 0 ? 0 : 1) | (hasFee(call) ? 2 : 0) | (number == 0 ? 0 : 4)
                | (coSignature.length == 0 ? 0 : 8)
        );
    }

    function hasFee(ExecuteCall memory call) private pure returns (bool) {
        return call.fee != 0 || call.feeCoinAddress != address(0) || call.feeWithdrawAddress != address(0);
    }

    /// @dev Returns the client data before and after the challenge. The head is empty if it is the usual one.
    function clientData(Assertion memory assertion) private pure returns (bytes memory head, bytes memory tail) {
        bytes memory json = assertion.clientDataJSON;
        head = Passkey.slice(json, 0, assertion.challengeIndex);
        if (keccak256(head) == keccak256(bytes(Passkey.USUAL_HEAD)) && assertion.typeIndex == 1) head = "";
        tail = Passkey.slice(json, assertion.challengeIndex + 57, json.length);
    }
}
