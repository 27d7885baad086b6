// Runs one part of the simulation in a thread of its own.
import { parentPort, workerData } from 'node:worker_threads';
import { type SimulationOptions, simulateDatabase, simulateModel } from '../simulation.ts';

const { part, options } = workerData as { part: 'model' | 'database'; options: SimulationOptions };
parentPort!.postMessage(await (part === 'model' ? simulateModel : simulateDatabase)(options));
