// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title AuthorizationCoin
///
/// @notice A coin with payments by signature (EIP-3009) like USDC 2.2: the overloads with `bytes signature` call
///         `isValidSignature` if the signer is a contract. The EIP-712 domain needs no constructor, so that a test can
///         place the code at any address.
contract AuthorizationCoin is ERC20("", "") {
    bytes32 private constant DOMAIN =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant TRANSFER = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 private constant RECEIVE = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 private constant CANCEL = keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");

    mapping(address => mapping(bytes32 => bool)) public authorizationState;

    function mint(address to, uint256 value) external {
        _mint(to, value);
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        _check(from, keccak256(abi.encode(TRANSFER, from, to, value, validAfter, validBefore, nonce)), signature);
        _pay(from, to, value, validAfter, validBefore, nonce);
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        require(to == msg.sender, "caller must be the payee");
        _check(from, keccak256(abi.encode(RECEIVE, from, to, value, validAfter, validBefore, nonce)), signature);
        _pay(from, to, value, validAfter, validBefore, nonce);
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, bytes calldata signature) external {
        _check(authorizer, keccak256(abi.encode(CANCEL, authorizer, nonce)), signature);
        _use(authorizer, nonce);
    }

    function _check(address signer, bytes32 structHash, bytes calldata signature) private view {
        bytes32 domain =
            keccak256(abi.encode(DOMAIN, keccak256("USD Coin"), keccak256("2"), block.chainid, address(this)));
        bytes32 hash = keccak256(abi.encodePacked(hex"1901", domain, structHash));
        require(SignatureChecker.isValidSignatureNow(signer, hash, signature), "invalid signature");
    }

    function _pay(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce)
        private
    {
        require(block.timestamp > validAfter, "not yet valid");
        require(block.timestamp < validBefore, "expired");
        _use(from, nonce);
        _transfer(from, to, value);
    }

    function _use(address authorizer, bytes32 nonce) private {
        require(!authorizationState[authorizer][nonce], "used or canceled");
        authorizationState[authorizer][nonce] = true;
    }
}
