// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PasskeyWallet} from "./PasskeyWallet.sol";

/// @title PasskeyWalletFactory
///
/// @notice Deploys passkey wallets at addresses that anyone can compute in advance.
///
/// @dev A wallet's address depends only on this factory, the passkey and the relying party. Anyone may deploy a wallet,
///      which gives no privilege over it: the wallet obeys the passkey in its code. The factory has no owner, no
///      storage and no upgrade. It emits no event, because the code at the predicted address shows that the wallet
///      exists. An event would cost more gas than everything else here except the creation itself.
contract PasskeyWalletFactory {
    /// @notice Thrown when the creation of the wallet fails. The only possible cause is too little gas.
    ///
    /// @param wallet The address that the wallet would have had.
    error DeploymentFailed(address wallet);

    /// @dev The clone's init code before and after the implementation's address, 20 and 15 bytes. It is the minimal
    ///      proxy with 96 bytes of immutable arguments, identical to that of OpenZeppelin's `Clones` and solady's
    ///      `LibClone`.
    uint256 private constant CLONE_START = 0x0061008d3d81600a3d39f3363d3d373d3d3d363d73;
    uint256 private constant CLONE_END = 0x5af43d82803e903d91602b57fd5bf3;

    /// @dev Length in bytes of the init code: the two parts above, the implementation's address and the immutable
    ///      arguments.
    uint256 private constant INIT_CODE_LENGTH = 20 + 20 + 15 + 96;

    /// @dev The lower 20 bytes of a word.
    uint256 private constant ADDRESS_MASK = 0x00ffffffffffffffffffffffffffffffffffffffff;

    /// @notice The contract to which all wallets delegate. Its address is the CREATE address of this factory's nonce 1.
    address public immutable implementation;

    /// @dev Bytes 0 to 31 and bytes 23 to 54 of the init code: CLONE_START, the implementation's address, CLONE_END.
    ///      The two words overlap in 9 equal bytes.
    uint256 private immutable _initCodeStart;
    uint256 private immutable _initCodeEnd;

    /// @dev Beginning of the preimage of a CREATE2 address: 0xff and this factory's address.
    bytes32 private immutable _preimageStart;

    /// @notice Deploys the implementation.
    constructor() {
        implementation = address(new PasskeyWallet());
        uint256 target = uint160(implementation);
        _initCodeStart = (CLONE_START << 96) | (target >> 64);
        _initCodeEnd = (target << 120) | CLONE_END;
        _preimageStart = bytes32(bytes.concat(hex"ff", bytes20(address(this))));
    }

    /// @notice Deploys the wallet of a passkey. Does nothing if the wallet already exists.
    ///
    /// @dev Does not check that the public key is a point of P-256. A wallet with an invalid key cannot sign anything.
    ///      This harms nobody, because anyone who sends assets to a wallet's address has computed it from a known key.
    ///
    /// @param qx       Public key coordinate x.
    /// @param qy       Public key coordinate y.
    /// @param rpIdHash SHA-256 of the relying party id.
    ///
    /// @return wallet The wallet's address. It does not depend on the sender.
    function deploy(uint256 qx, uint256 qy, bytes32 rpIdHash) external returns (address wallet) {
        (bytes32 salt, uint256 hash) = _prepare(qx, qy, rpIdHash);
        bytes32 deploymentFailed = DeploymentFailed.selector;
        assembly {
            // Checked first, because creating a contract at an address that has code burns all gas (EIP-684).
            if extcodesize(hash) {
                wallet := and(hash, ADDRESS_MASK)
                mstore(0x00, wallet)
                return(0x00, 0x20)
            }
            wallet := create2(0, 0, INIT_CODE_LENGTH, salt)
            if wallet {
                mstore(0x00, wallet)
                return(0x00, 0x20)
            }
            mstore(0x00, deploymentFailed)
            mstore(0x04, and(hash, ADDRESS_MASK))
            revert(0x00, 0x24)
        }
    }

    /// @notice Returns the address of a passkey's wallet, whether it is deployed or not.
    ///
    /// @param qx       Public key coordinate x.
    /// @param qy       Public key coordinate y.
    /// @param rpIdHash SHA-256 of the relying party id.
    ///
    /// @return wallet The wallet's address.
    function predict(uint256 qx, uint256 qy, bytes32 rpIdHash) external view returns (address wallet) {
        (, uint256 hash) = _prepare(qx, qy, rpIdHash);
        assembly {
            wallet := and(hash, ADDRESS_MASK)
            mstore(0x00, wallet)
            return(0x00, 0x20)
        }
    }

    /// @dev Computes the salt and the address of a wallet, and leaves its init code in memory at offset 0. Both
    ///      `deploy` and `predict` use it, so their results cannot differ.
    ///
    ///      initCode = CLONE_START ‖ implementation ‖ CLONE_END ‖ qx ‖ qy ‖ rpIdHash
    ///      salt = keccak256(abi.encode(qx, qy, rpIdHash))
    ///      wallet = the lower 20 bytes of keccak256(0xff ‖ this factory ‖ salt ‖ keccak256(initCode))
    ///
    ///      Overwrites the memory from offset 0 on, including Solidity's free memory pointer. This is safe because its
    ///      callers end in assembly and never return to Solidity code.
    ///
    /// @param qx       Public key coordinate x.
    /// @param qy       Public key coordinate y.
    /// @param rpIdHash SHA-256 of the relying party id.
    ///
    /// @return salt   The salt.
    /// @return hash   The hash whose lower 20 bytes are the wallet's address.
    function _prepare(uint256 qx, uint256 qy, bytes32 rpIdHash) private view returns (bytes32 salt, uint256 hash) {
        uint256 initCodeStart = _initCodeStart;
        uint256 initCodeEnd = _initCodeEnd;
        bytes32 preimageStart = _preimageStart;
        assembly {
            mstore(0, initCodeStart)
            mstore(23, initCodeEnd)
            mstore(55, qx)
            mstore(87, qy)
            mstore(119, rpIdHash)
            salt := keccak256(55, 96)

            // The 85 bytes after the init code: 0xff and the factory's address (1 and 20), the salt (32), the code hash
            // (32).
            mstore(151, preimageStart)
            mstore(172, salt)
            mstore(204, keccak256(0, INIT_CODE_LENGTH))
            hash := keccak256(151, 85)
        }
    }
}
