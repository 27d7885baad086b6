// The keys of a report's page that press no button: all others are named by what they press.
import { listen } from '../keys/keys.js';

const outcome = document.getElementById('outcome');

listen({
  o: () => {
    const choices = [...outcome.querySelectorAll('[name="verdict"]')];
    const goal = choices.find(({ checked }) => checked) ?? choices[0] ?? outcome.querySelector('h2');
    goal.focus();
  },
});
