// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Tokens that deviate from today's standards as existing tokens do. Each has only the code that its behavior needs.
/// Anyone may mint.

abstract contract Ledger {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    string public name = "Odd Coin";
    string public symbol = "ODD";
    uint256 public totalSupply;
    mapping(address => uint256) internal held;

    function balanceOf(address owner) public view virtual returns (uint256) {
        return held[owner];
    }

    function mint(address to, uint256 value) external {
        totalSupply += value;
        held[to] += value;
        emit Transfer(address(0), to, value);
    }

    function move(address from, address to, uint256 value) internal {
        held[from] -= value;
        held[to] += value;
        emit Transfer(from, to, value);
    }
}

/// Keeps one percent of each transfer, and emits a separate log for it.
contract FeeCoin is Ledger {
    uint8 public decimals = 6;

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value - value / 100);
        move(msg.sender, address(this), value / 100);
        return true;
    }
}

/// Burns one percent of each transfer without a log.
contract BurningCoin is Ledger {
    uint8 public decimals = 6;

    function transfer(address to, uint256 value) external returns (bool) {
        held[msg.sender] -= value / 100;
        move(msg.sender, to, value - value / 100);
        return true;
    }
}

/// Returns nothing, as USDT does.
contract SilentCoin is Ledger {
    uint8 public decimals = 6;
    mapping(address => mapping(address => uint256)) public allowance;

    /// Refuses to change an allowance that is not zero, without a reason.
    function approve(address spender, uint256 value) external {
        require(value == 0 || allowance[msg.sender][spender] == 0);
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    /// Refuses one recipient without a reason, as an issuer's list of blocked addresses does.
    function transfer(address to, uint256 value) external {
        require(to != address(0xb10c));
        move(msg.sender, to, value);
    }
}

/// Has the function with which OpenZeppelin's tokens before version 5 increase an allowance.
contract IncreasingCoin is Ledger {
    mapping(address => mapping(address => uint256)) public allowance;

    function increaseAllowance(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] += value;
        emit Approval(msg.sender, spender, allowance[msg.sender][spender]);
        return true;
    }
}

/// Moves the tokens and returns false, as USDT on Tron does: its function ends without a return statement.
contract DenyingCoin is Ledger {
    uint8 public decimals = 6;

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return false;
    }
}

/// Balances grow by themselves, like those of staking tokens. Logs contain the requested amount.
contract RebasingCoin is Ledger {
    uint8 public decimals = 18;

    function balanceOf(address owner) public view override returns (uint256) {
        return held[owner] * 2;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        held[msg.sender] -= value / 2;
        held[to] += value / 2;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// Has no decimals.
contract UnitlessCoin is Ledger {
    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }
}

/// A collection by the draft before ERC-721, like CryptoKitties. Transfers name an item, and logs have no indexed
/// values.
contract Kitties {
    event Transfer(address from, address to, uint256 tokenId);

    string public constant name = "CryptoKitties";
    string public constant symbol = "CK";
    uint256 public totalSupply;
    mapping(uint256 => address) internal owners;

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x9a20483d;
    }

    function ownerOf(uint256 id) external view returns (address owner) {
        owner = owners[id];
        require(owner != address(0));
    }

    function balanceOf(address) external pure returns (uint256) {
        return 1;
    }

    function mint(address to, uint256 id) external {
        totalSupply++;
        owners[id] = to;
        emit Transfer(address(0), to, id);
    }

    function transfer(address to, uint256 id) external {
        require(owners[id] == msg.sender);
        owners[id] = to;
        emit Transfer(msg.sender, to, id);
    }
}
