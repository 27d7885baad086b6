// Histories over the model in a thread of their own: the test runner follows every promise, which takes three times as long.
import { parentPort, workerData } from 'node:worker_threads';
import { type SimulationOptions, simulateModel } from '../simulation.ts';

parentPort!.postMessage(await simulateModel(workerData as SimulationOptions));
