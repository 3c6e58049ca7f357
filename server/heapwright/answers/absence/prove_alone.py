"""Prove what holds of the objects of one class, whatever the rest of the program does.

Place: answers/absence/. `strategies` tries this where exploring everything around takes long.

Whether the rate of a room can be 0 does not depend on hotels and bookings, if only the code of
`Room` writes it. So a program is explored in which nothing but rooms is left (`ir/alone`), and a
client calls whatever of their methods anybody may call. What is proved of it holds of the whole
program, for this reason.

*Terms.* The family of a class C are the classes above and below it. R are the fields of the family
that are kept. A method of the family is *effective* if it writes R of its receiver, or calls an
effective one on its receiver. An *activation* of an object o of C or below is a run of an effective
method on o that is not part of another one, or the run of its constructor.

*Only activations change R.* All code of the program was gone through, the library and private
functions included: a write to a field with a name of R has the receiver of a method of the family
as its target, or an object that was made right there of another class (`ir/own_fields`). Values in
R are plain, so nobody changes them from elsewhere. Attributes that are set by computed names, or
in a `__dict__`, are writes to every name in the IR. Not gone through are functions that are left
out, runs that stop, code that is not read and copies of objects: where a program has one of these
anywhere, there is no such proof. Clients do not write fields. So o's part of R is what its
constructor and a sequence of activations made of it. They do not overlap, since no kept method is
a generator or coroutine.

*Every activation is described.* It starts in a method that clients can call, or that other code
calls by name: a private one counts as public unless all calls of its name are own ones on the
receiver. A method that runs as a function (`Room.note(x)`) with anything but the own receiver is
refused, so the method that is found by name is the one that runs. Its arguments are of the kinds
that clients or any code of the program gives (`ir/plain_kinds`; annotations are believed of
clients only), or else lost. Inside, each step of the real run is a step of the rewritten one: what
is kept does the same, and what is lost gives any value of its kinds and may throw anything, which
any handler may take or not. That what is lost does not change o's part of R is checked: judged by
names, nothing that it may call comes to an effective method. So when the activation ends, R is as
described, whether it returns or throws: states after calls that threw are kept (`with_raising`),
because code of the program, or a client, may go on after that. A constructor that throws leaves no
object, as it hands out its object to nobody before it ends.

*The question* is rewritten alike and looks at o between two calls of a client, when there is no
activation of o. If nothing that is described answers it as wanted, nothing in the whole program
does.

*What is claimed.* The objects are looked at one at a time, or with as many others as the scope of
the question has, if it asks about several; the told scope names that number. Nothing else of the
program matters, so there is no bound on it.
"""

from __future__ import annotations

from heapwright.answers.absence.prove_loosely import NoProof, Proof, proved_loosely
from heapwright.answers.calls.question import Question
from heapwright.graph.setting.setting import setting_for
from heapwright.graph.state.state_graph import Setting
from heapwright.graph.state.watch import Watch, WatchStopped
from heapwright.ir.alone.alone import alone, has_loops
from heapwright.ir.alone.own_fields import NotAlone
from heapwright.ir.core.program import CHARACTERS, ITEMS
from heapwright.paths.runs.machine import OpaqueMixed, TextLooked
from heapwright.solver.answer import Solver


def proved_alone(
    setting: Setting, solver: Solver, question: Question, watch: Watch, most_in_loops: int
) -> Proof | NoProof:
    """Look for a proof in the class alone, as long as the watch allows.

    Where loops have any number of rounds, of which proofs rarely come, it may take no more than
    `most_in_loops` checks. `setting` is that of the whole program, and has the bounds that are
    claimed.
    """
    try:
        program, function, family = alone(question.program, question.function)
        bounds = {
            name: setting.scope[name]
            for name in (*family.members, ITEMS, CHARACTERS)
            if name in setting.scope
        }
        small = setting_for(
            program,
            [family.root],
            [function.qualified_name],
            bounds,
            with_raising=True,
            look=watch.look,
        )
        asked = Question(program, function, question.wanted)
        with_loops = has_loops(program, family)
        if with_loops:
            watch.most_checks = most_in_loops
        proof = proved_loosely(small, solver, asked, watch)
        if isinstance(proof, NoProof) and not with_loops:
            # A level that goes up to 10 is counted in no time, and forgotten by a loose graph.
            proof = proved_loosely(small, solver, asked, watch, is_loose=False)
        return proof
    except (NotAlone, WatchStopped) as refused:
        return NoProof(str(refused))
    except (TextLooked, OpaqueMixed):
        return NoProof("values would have to be kept in more detail")
