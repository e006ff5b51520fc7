"""Makes a planner answer once for each request."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, cast

from engine.generation.plan import Plan
from engine.ground.cancelling import look_up

T = TypeVar("T")


def decided_once(of: Callable[[Plan], T]) -> Callable[[Plan], T]:
    """Return a planner that keeps what it decides with the plan of the request."""

    @wraps(of)
    def decided(plan: Plan) -> T:
        if of not in plan.decided:
            look_up()
            plan.decided[of] = of(plan)
        return cast("T", plan.decided[of])

    return decided
