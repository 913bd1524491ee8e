// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "./PackedExecute.sol";
import {IERC5267} from "@openzeppelin/contracts/interfaces/IERC5267.sol";

/// @title WalletDigest
///
/// @notice Computes the EIP-712 digests that a passkey signs. They are bound to this chain and this wallet.
///
/// @dev Nothing is cached. The domain has the current chain id and address, so a signature becomes invalid after a fork
///      that changes the chain id.
abstract contract WalletDigest is IERC5267 {
    /// @dev `keccak256` of the EIP-712 domain's type, name and version.
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant NAME_HASH = keccak256("PasskeyWallet");
    bytes32 private constant VERSION_HASH = keccak256("1");

    /// @dev `keccak256` of the EIP-712 type of a call.
    bytes32 private constant EXECUTE_TYPEHASH = keccak256(
        "Execute(address toAddress,uint256 value,bytes data,uint256 expiration,uint256 fee,address feeCoinAddress,address feeWithdrawAddress)"
    );

    /// @dev `keccak256` of the EIP-712 types of a message for `isValidSignature`, without and with a co-signer.
    bytes32 private constant MESSAGE_TYPEHASH = keccak256("PasskeyWalletMessage(bytes32 hash)");
    bytes32 private constant APPROVED_MESSAGE_TYPEHASH =
        keccak256("PasskeyWalletApprovedMessage(bytes32 hash,address coSigner)");

    /// @notice Returns the digest of a call. It is the WebAuthn challenge, and the wallet marks it as spent on
    ///         execution.
    ///
    /// @param toAddress          Address to call.
    /// @param value              Wei sent with the call.
    /// @param data               The exact calldata.
    /// @param expiration         Unix time in seconds.
    /// @param fee                Amount of the fee.
    /// @param feeCoinAddress     The ERC-20 in which the fee is paid; the zero address means no fee.
    /// @param feeWithdrawAddress Receiver of the fee.
    ///
    /// @return digest The digest.
    function executeDigest(
        address toAddress,
        uint256 value,
        bytes calldata data,
        uint256 expiration,
        uint256 fee,
        address feeCoinAddress,
        address feeWithdrawAddress
    ) external view returns (bytes32 digest) {
        return _executeDigest(ExecuteCall(toAddress, value, expiration, fee, feeCoinAddress, feeWithdrawAddress), data);
    }

    /// @inheritdoc IERC5267
    function eip712Domain()
        external
        view
        returns (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        )
    {
        // The bits of 0x0f stand for name, version, chainId and verifyingContract.
        return (0x0f, "PasskeyWallet", "1", block.chainid, address(this), bytes32(0), new uint256[](0));
    }

    /// @notice Returns the EIP-712 domain separator of this wallet on this chain.
    ///
    /// @return separator `hashStruct` of the EIP-712 domain.
    function domainSeparator() public view returns (bytes32 separator) {
        bytes32 typeHash = DOMAIN_TYPEHASH;
        bytes32 nameHash = NAME_HASH;
        bytes32 versionHash = VERSION_HASH;
        assembly ("memory-safe") {
            let encoded := mload(0x40)
            mstore(encoded, typeHash)
            mstore(add(encoded, 0x20), nameHash)
            mstore(add(encoded, 0x40), versionHash)
            mstore(add(encoded, 0x60), chainid())
            mstore(add(encoded, 0x80), address())
            separator := keccak256(encoded, 0xa0)
        }
    }

    /// @dev Computes the digest of a call.
    ///
    /// @param call The call.
    /// @param data Its calldata.
    ///
    /// @return digest The digest.
    function _executeDigest(ExecuteCall memory call, bytes calldata data) internal view returns (bytes32 digest) {
        return _typedDataDigest(_executeStructHash(call, data));
    }

    /// @dev Computes the digest of a message.
    ///
    /// @param hash     The hash that another contract passes to `isValidSignature`.
    /// @param coSigner The address that must sign too. Zero means no co-signer. It is part of the signed data, so a
    ///                 message that the co-signer did not sign stays invalid when the co-signer is replaced or removed.
    ///
    /// @return digest The digest.
    function _messageDigest(bytes32 hash, address coSigner) internal view returns (bytes32 digest) {
        return _typedDataDigest(
            coSigner == address(0)
                ? keccak256(abi.encode(MESSAGE_TYPEHASH, hash))
                : keccak256(abi.encode(APPROVED_MESSAGE_TYPEHASH, hash, coSigner))
        );
    }

    /// @dev Computes `hashStruct(call) = keccak256(typeHash ‖ toAddress ‖ value ‖ keccak256(data) ‖ expiration ‖ fee ‖
    ///      feeCoinAddress ‖ feeWithdrawAddress)`.
    ///
    /// @param call The call.
    /// @param data Its calldata.
    ///
    /// @return structHash The hash.
    function _executeStructHash(ExecuteCall memory call, bytes calldata data)
        private
        pure
        returns (bytes32 structHash)
    {
        bytes32 typeHash = EXECUTE_TYPEHASH;
        ExecuteCall memory fields = call;
        assembly ("memory-safe") {
            // The memory need not be reserved, because nothing else is written before the hash is computed.
            let encoded := mload(0x40)
            calldatacopy(encoded, data.offset, data.length)
            let dataHash := keccak256(encoded, data.length)
            mstore(encoded, typeHash)
            mcopy(add(encoded, 0x20), fields, 0x40)
            mstore(add(encoded, 0x60), dataHash)
            mcopy(add(encoded, 0x80), add(fields, 0x40), 0x80)
            structHash := keccak256(encoded, 0x100)
        }
    }

    /// @dev Computes `keccak256(0x1901 ‖ domainSeparator ‖ structHash)`.
    ///
    /// @param structHash The hash of the struct.
    ///
    /// @return digest The digest.
    function _typedDataDigest(bytes32 structHash) private view returns (bytes32 digest) {
        bytes32 separator = domainSeparator();
        assembly ("memory-safe") {
            let encoded := mload(0x40)
            mstore(encoded, hex"1901")
            mstore(add(encoded, 2), separator)
            mstore(add(encoded, 34), structHash)
            digest := keccak256(encoded, 66)
        }
    }
}
