// Written by `node seed/record-plan.ts`: change it there.

/** What the Monad Testnet Farmer 1.2.0 printed for its example configuration. */
export const RECORDED_OUTPUT = `Monad Testnet Farmer 1.2.0 - dry run, nothing was signed or sent
Seed monad-demo, 14 days

main: 37 planned, 0 skipped, moved 2.472500 MON in total, assumed fees 0.128000
second: 31 planned, 0 skipped, moved 0.773800 MON in total, assumed fees 0.104000

By action: add-liquidity 4, claim-faucet 10, deploy-contract 14, mint-nft 11, remove-liquidity 4, stake 2, swap 14, unstake 1, vote 2, wrap 6

Coverage (actions per wallet):
  main    swap 7  wrap 5  add-liquidity 4  mint-nft 4  stake 2  deploy-contract 3  vote 2  unstake 1  remove-liquidity 4  claim-faucet 5
  second  swap 7  wrap 1  mint-nft 7  deploy-contract 11  claim-faucet 5
MON on monad-testnet is a test token without a price.
Positions that end after the last day: 1. Close them by hand.

Exported 68 unsigned intents. Review each one and sign it in your own wallet.`

/** Its plan, a step a line: time in UTC, wallet, action, amount in MON. */
export const RECORDED_STEPS = `2026-12-07T09:44 main claim-faucet 0
2026-12-07T09:58 second claim-faucet 0
2026-12-07T11:00 second swap 0.0744
2026-12-07T15:18 second swap 0.0554
2026-12-07T19:26 main wrap 0.048
2026-12-07T19:53 main mint-nft 0.0541
2026-12-07T20:53 main wrap 0.1395
2026-12-08T08:10 main swap 0.2822
2026-12-08T08:38 main wrap 0.0389
2026-12-08T15:11 second swap 0.123
2026-12-08T16:57 main mint-nft 0.0622
2026-12-08T17:11 second mint-nft 0.0183
2026-12-09T08:20 second mint-nft 0.0261
2026-12-09T10:23 second deploy-contract 0
2026-12-09T13:27 main add-liquidity 0.2092
2026-12-09T14:06 second deploy-contract 0
2026-12-09T14:34 main mint-nft 0.0443
2026-12-09T21:23 second deploy-contract 0
2026-12-10T10:39 second claim-faucet 0
2026-12-10T18:40 main claim-faucet 0
2026-12-11T09:53 second deploy-contract 0
2026-12-11T11:44 second mint-nft 0.0296
2026-12-11T16:31 second swap 0.094
2026-12-11T21:04 second swap 0.0813
2026-12-12T09:00 main remove-liquidity 0
2026-12-12T09:40 main add-liquidity 0.1407
2026-12-12T09:45 second deploy-contract 0
2026-12-12T12:45 main vote 0
2026-12-12T13:16 second deploy-contract 0
2026-12-12T13:55 main add-liquidity 0.1535
2026-12-12T20:03 main wrap 0.1006
2026-12-13T08:28 main claim-faucet 0
2026-12-13T10:00 main stake 0.2669
2026-12-13T18:57 main deploy-contract 0
2026-12-13T19:43 second claim-faucet 0
2026-12-14T11:43 main remove-liquidity 0
2026-12-14T13:11 main add-liquidity 0.1431
2026-12-14T18:20 main vote 0
2026-12-14T19:11 main deploy-contract 0
2026-12-15T08:17 second swap 0.0981
2026-12-15T09:39 second wrap 0.0453
2026-12-16T08:14 main claim-faucet 0
2026-12-16T09:41 second claim-faucet 0
2026-12-16T10:26 main unstake 0
2026-12-16T12:04 second mint-nft 0.0148
2026-12-16T16:09 main swap 0.1339
2026-12-16T17:25 second mint-nft 0.0136
2026-12-16T21:47 main swap 0.1187
2026-12-17T15:57 main remove-liquidity 0
2026-12-17T18:59 main swap 0.1618
2026-12-17T20:54 main swap 0.0848
2026-12-18T13:55 main mint-nft 0.0308
2026-12-18T15:04 main swap 0.0739
2026-12-18T15:38 main deploy-contract 0
2026-12-18T15:55 second mint-nft 0.0242
2026-12-18T18:03 main wrap 0.0484
2026-12-18T20:49 second swap 0.054
2026-12-19T08:28 second claim-faucet 0
2026-12-19T10:25 second deploy-contract 0
2026-12-19T10:58 second deploy-contract 0
2026-12-19T11:40 main claim-faucet 0
2026-12-19T14:11 main remove-liquidity 0
2026-12-19T15:14 main stake 0.0712
2026-12-19T18:09 main swap 0.0658
2026-12-20T10:08 second mint-nft 0.0217
2026-12-20T10:57 second deploy-contract 0
2026-12-20T14:26 second deploy-contract 0
2026-12-20T16:03 second deploy-contract 0`
